import { applicantExamples, toEducationData } from '@one-planet/contract';
import { precreatedEmailIn } from '@one-planet/mocks';
import { describe, expect, test } from 'vitest';
import { createClock } from '../site/clock.ts';
import { readSession } from '../site/stored-session.ts';
import { startAs } from '../testing/applicants.ts';
import { createTestSite } from '../testing/render-site.tsx';
import { takeStep } from './steps.ts';

const savePath = '/applicants/private/save_education_data';
const statusPath = '/applicants/private/get_by_email';
const educationBody = toEducationData(applicantExamples.hana.education);

async function startSite() {
  const { network, email } = await startAs('BIOGRAPHIC_APPLICANT2');
  const site = createTestSite(network);
  const send = () => site.api.applicants.saveEducationData({ body: educationBody });
  const take = () => takeStep(site, 'applicants.saveEducationData', email, send);
  return { network, take };
}

const expectedOutcome = { nextPath: '/applicant/emergency_contact' };

describe('a step that is taken', () => {
  test('is sent once, the status is read, and the page of the specification comes next', async () => {
    const { network, take } = await startSite();
    expect(await take()).toEqual(expectedOutcome);
    expect(network.requests.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST ${savePath}`,
      `GET ${statusPath}/${precreatedEmailIn('BIOGRAPHIC_APPLICANT2')}`,
    ]);
    expect(network.requestsTo(savePath)[0]?.body).toEqual(educationBody);
  });

  test('leads to the same page if the status cannot be read, has not changed yet, or is unknown', async () => {
    const { network, take } = await startSite();
    network.respond(savePath, 201);
    expect(await take()).toEqual({ ...expectedOutcome, isUnconfirmed: true });
    network.respond(statusPath, 500);
    expect(await take()).toEqual({ ...expectedOutcome, isUnconfirmed: true });
    network.respond(statusPath, 200, { status: 'ON_HOLD' });
    expect(await take()).toEqual(expectedOutcome);
  });
});

test('a step leads to a later page if the status is further along', async () => {
  const { network, take } = await startSite();
  network.respond(statusPath, 200, { status: 'READY_TO_APPLY' });
  expect(await take()).toEqual({ nextPath: '/applicant/apply_program' });
});

describe('a step that is refused', () => {
  test('is shown with what the server said, and not sent again', async () => {
    const { network, take } = await startSite();
    network.respond(savePath, 400, { message: 'The year is not right.' });
    expect(await take()).toEqual({
      failure: expect.objectContaining({
        status: 400,
        message: { text: 'The year is not right.' },
      }),
    });
    expect(network.requestsTo(savePath)).toHaveLength(1);
  });

  test('by a 401 ends the session, and the status is not read', async () => {
    const { network, take } = await startSite();
    network.respond(savePath, 401);
    expect(await take()).toEqual({ failure: expect.objectContaining({ status: 401 }) });
    expect(network.requestsTo(statusPath)).toHaveLength(0);
    expect(readSession(createClock())).toBeNull();
  });

  test('because it was taken in another tab leads to the next page', async () => {
    const { network, take } = await startSite();
    expect(await take()).toEqual(expectedOutcome);
    expect(await take()).toEqual({ ...expectedOutcome, wasTakenBefore: true });
    expect(network.requestsTo(savePath)).toHaveLength(2);
  });
});

describe('without a response', () => {
  test('a step that had its effect leads to the next page and is not sent again', async () => {
    const { network, take } = await startSite();
    network.loseResponses(savePath);
    expect(await take()).toEqual(expectedOutcome);
    expect(network.requestsTo(savePath)).toHaveLength(1);
  });

  test('a step that had no effect is sent three times at most', async () => {
    const { network, take } = await startSite();
    network.respondWith(savePath, () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await take()).toEqual({
      failure: expect.objectContaining({ status: 0, message: undefined }),
    });
    expect(network.requestsTo(savePath)).toHaveLength(3);
  });

  test('a step is sent again until it has had its effect', async () => {
    const { network, take } = await startSite();
    network.respondWith(savePath, () => {
      if (network.requestsTo(savePath).length === 2) network.restore();
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    expect(await take()).toEqual(expectedOutcome);
    expect(network.requestsTo(savePath)).toHaveLength(3);
  });

  test('a step is not sent again without a connection, because its effect cannot be read', async () => {
    const { network, take } = await startSite();
    network.cut();
    expect(await take()).toEqual({ failure: expect.objectContaining({ status: 0 }) });
    expect(network.requestsTo(savePath)).toHaveLength(1);
  });
});
