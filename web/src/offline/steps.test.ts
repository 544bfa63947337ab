// @vitest-environment happy-dom

import { applicantExamples, toEducationData } from '@one-planet/contract';
import { precreatedEmailIn } from '@one-planet/mocks';
import { describe, expect, test } from 'vitest';
import { readSession } from '../site/stored-session.ts';
import { startAs } from '../testing/applicants.ts';
import { siteOn } from '../testing/render-site.tsx';
import { takeStep } from './steps.ts';

const saving = '/applicants/private/save_education_data';
const status = '/applicants/private/get_by_email';
const body = toEducationData(applicantExamples.hana.education);

async function start() {
  const { network, email } = await startAs('BIOGRAPHIC_APPLICANT2');
  const site = siteOn(network);
  const send = () => site.api.applicants.saveEducationData({ body });
  const take = () => takeStep(site, 'applicants.saveEducationData', email, send);
  return { network, take };
}

const next = { next: '/applicant/emergency_contact' };

describe('a step that is taken', () => {
  test('is sent once, the status is read, and the page of the specification comes next', async () => {
    const { network, take } = await start();
    expect(await take()).toEqual(next);
    expect(network.sent.map(({ method, path }) => `${method} ${path}`)).toEqual([
      `POST ${saving}`,
      `GET ${status}/${precreatedEmailIn('BIOGRAPHIC_APPLICANT2')}`,
    ]);
    expect(network.to(saving)[0]?.body).toEqual(body);
  });

  test('leads there too where the status cannot be read, has not moved yet, or is one that nobody knows', async () => {
    const { network, take } = await start();
    network.answer(saving, 201);
    expect(await take()).toEqual(next);
    network.answer(status, 500);
    expect(await take()).toEqual(next);
    network.answer(status, 200, { status: 'ON_HOLD' });
    expect(await take()).toEqual(next);
  });
});

test('a step leads further where the status has gone further', async () => {
  const { network, take } = await start();
  network.answer(status, 200, { status: 'READY_TO_APPLY' });
  expect(await take()).toEqual({ next: '/applicant/apply_program' });
});

describe('a step that is refused', () => {
  test('is shown with what the server said, and not sent again', async () => {
    const { network, take } = await start();
    network.answer(saving, 400, { message: 'The year is not right.' });
    expect(await take()).toEqual({
      failed: expect.objectContaining({ status: 400, message: 'The year is not right.' }),
    });
    expect(network.to(saving)).toHaveLength(1);
  });

  test('by a 401 ends the session, and asks for no status', async () => {
    const { network, take } = await start();
    network.answer(saving, 401);
    expect(await take()).toEqual({ failed: expect.objectContaining({ status: 401 }) });
    expect(network.to(status)).toHaveLength(0);
    expect(readSession()).toBeNull();
  });

  test('because it was taken in another tab goes on', async () => {
    const { network, take } = await start();
    expect(await take()).toEqual(next);
    expect(await take()).toEqual({ ...next, before: true });
    expect(network.to(saving)).toHaveLength(2);
  });
});

describe('without an answer', () => {
  test('a step that had its effect goes on and is not sent again', async () => {
    const { network, take } = await start();
    network.loseAnswers(saving);
    expect(await take()).toEqual(next);
    expect(network.to(saving)).toHaveLength(1);
  });

  test('a step that had none is sent three times at most', async () => {
    const { network, take } = await start();
    network.answerWith(saving, () => Promise.reject(new TypeError('Failed to fetch')));
    expect(await take()).toEqual({ failed: expect.objectContaining({ status: 0, message: '' }) });
    expect(network.to(saving)).toHaveLength(3);
  });

  test('a step is sent again until it has had its effect', async () => {
    const { network, take } = await start();
    network.answerWith(saving, () => {
      if (network.to(saving).length === 2) network.mend();
      return Promise.reject(new TypeError('Failed to fetch'));
    });
    expect(await take()).toEqual(next);
    expect(network.to(saving)).toHaveLength(3);
  });

  test('and without a connection at all, a step is not sent again: nobody knows of its effect', async () => {
    const { network, take } = await start();
    network.cut();
    expect(await take()).toEqual({ failed: expect.objectContaining({ status: 0 }) });
    expect(network.to(saving)).toHaveLength(1);
  });
});
