// @vitest-environment happy-dom

import { applicantExamples, toEducationData } from '@one-planet/contract';
import { oneInEachState } from '@one-planet/mocks';
import { describe, expect, test, vi } from 'vitest';
import { noticeAtom, sessionAtom } from '../site/atoms.ts';
import { endSession } from '../site/client.ts';
import { readSession } from '../site/stored-session.ts';
import { logInAs } from '../testing/applicants.ts';
import { siteOn, startNetwork } from '../testing/render-site.tsx';
import { keepDraft, readDraft } from './drafts.ts';
import { sendWaiting, takeBack } from './outbox.ts';
import { outboxAtom, sendingAtom, type Waiting } from './waiting.ts';

const saving = '/applicants/private/save_education_data';
const status = '/applicants/private/get_by_email';
const upload = '/files/private/upload';

async function start(more: Partial<Waiting> = {}) {
  const network = await startNetwork({ applicants: 2 * oneInEachState });
  const { email } = await logInAs(network, 'BIOGRAPHIC_APPLICANT2');
  const site = siteOn(network);
  const item: Waiting = {
    email,
    step: 'applicants.saveEducationData',
    body: toEducationData(applicantExamples.hana.education),
    files: {},
    stored: {},
    givenAt: 1,
    draft: 'education:hana',
    typed: { highSchoolAddress: 'Arada' },
    profile: { status: '', id: 1, firstName: '', middleName: '', lastName: '', phone: '' },
    ...more,
  };
  site.store.set(outboxAtom, [item]);
  const onSent = vi.fn();
  const send = () => sendWaiting(site, { email, onSent });
  const waiting = () => site.store.get(outboxAtom);
  const isSending = () => site.store.get(sendingAtom);
  return { network, site, item, onSent, send, waiting, isSending };
}

const withFile = { files: { document: { as: 'document', file: new File(['%PDF-1.7'], 'a.pdf') } } };

test('what waits is sent once, and its draft goes', async () => {
  const { network, item, onSent, send, waiting, isSending } = await start();
  keepDraft(item.draft, item.typed);
  // Without locks, from one tab: the second finds the first at it.
  await Promise.all([send(), send()]);
  expect(network.to(saving)).toHaveLength(1);
  expect(onSent).toHaveBeenCalledExactlyOnceWith(item, { next: '/applicant/emergency_contact' });
  expect(waiting()).toEqual([]);
  expect(readDraft(item.draft)).toEqual({});
  expect(isSending()).toBe(false);
});

describe('somebody else who logs in', () => {
  test.each([
    ['while a file is uploaded', withFile, upload],
    ['while the state is read', {}, status],
  ])('%s does not send it', async (_, more, path) => {
    const { network, site, send, waiting } = await start(more);
    const release = network.hold(path, 200, 'stored.pdf');
    const sent = send();
    await vi.waitFor(() => expect(network.to(path)).toHaveLength(1));
    endSession(site);
    await logInAs(network, 'BIOGRAPHIC_APPLICANT2', 2);
    site.store.set(sessionAtom, readSession());
    release();
    await sent;
    expect(network.to(saving)).toEqual([]);
    expect(waiting()).toHaveLength(1);
    expect(site.store.get(sessionAtom)).not.toBeNull();
    expect(site.store.get(noticeAtom)).toBeNull();
  });

  test('is not logged out, and reads nothing of it, by an answer to what was being sent', async () => {
    const { network, site, send } = await start();
    const release = network.hold(saving, 401, {});
    const sent = send();
    await vi.waitFor(() => expect(network.to(saving)).toHaveLength(1));
    endSession(site);
    release();
    await sent;
    expect(site.store.get(noticeAtom)).toBeNull();
  });
});

test.each([
  [500, saving, {}],
  [502, saving, {}],
  [503, saving, {}],
  [429, saving, {}],
  [502, upload, withFile],
])('with a server that is busy or down, by a %i, it waits on', async (code, path, more) => {
  const { network, send, onSent, waiting } = await start(more);
  network.answer(path, code);
  await send();
  expect(network.to(path).length).toBeGreaterThan(0);
  expect(waiting()).toEqual([expect.not.objectContaining({ refusal: expect.anything() })]);
  network.mend();
  network.answer(upload, 200, 'stored.pdf');
  await send();
  expect(onSent).toHaveBeenCalledOnce();
});

test('what is refused waits for her, with the server’s words', async () => {
  const { network, send, waiting } = await start();
  network.answer(saving, 400, { message: 'The year is not right.' });
  await send();
  await send();
  expect(network.to(saving)).toHaveLength(1);
  expect(waiting()).toEqual([expect.objectContaining({ refusal: 'The year is not right.' })]);
});

test('what an older form has left is not sent, and does not stop what comes after a reload', async () => {
  const { network, send, waiting, isSending } = await start({ body: { grade10Year: 'long ago' } });
  await send();
  expect(network.to(saving)).toEqual([]);
  expect(waiting()).toEqual([
    expect.objectContaining({ refusal: expect.stringContaining('again') }),
  ]);
  expect(isSending()).toBe(false);
});

test('an error that nobody expects ends this try, not the next', async () => {
  const { site, onSent, send, isSending } = await start();
  const read = vi
    .spyOn(site.queries.applicants.getByEmail, 'fetchQuery')
    .mockImplementationOnce(() => {
      throw new TypeError('odd');
    });
  await send();
  expect(isSending()).toBe(false);
  expect(read).toHaveBeenCalled();
  await send();
  expect(onSent).toHaveBeenCalledOnce();
});

describe('what the college has already', () => {
  test('is not sent, not called sent, and what was typed stays', async () => {
    const { network, item, onSent, send, waiting } = await start({
      state: { program: 'Data Science' },
    });
    keepDraft(item.draft, item.typed);
    network.answer(status, 200, { status: 'READY_TO_APPLY' });
    await send();
    expect(network.to(saving)).toEqual([]);
    expect(onSent).toHaveBeenCalledExactlyOnceWith(item, {
      next: '/applicant/apply_program',
      before: true,
    });
    expect(waiting()).toEqual([]);
    expect(readDraft(item.draft)).toEqual(item.typed);
  });

  test('is also found out by the refusal', async () => {
    const { network, onSent, send } = await start();
    network.answerWith(saving, () => {
      network.answer(status, 200, { status: 'READY_TO_APPLY' });
      return new Response('{}', { status: 409 });
    });
    await send();
    expect(onSent).toHaveBeenCalledExactlyOnceWith(expect.anything(), {
      next: '/applicant/apply_program',
      before: true,
    });
  });
});

describe('taking back', () => {
  test('stops what is being uploaded', async () => {
    const { network, item, send, waiting, site } = await start(withFile);
    const release = network.hold(upload, 200, 'stored.pdf');
    const sent = send();
    await vi.waitFor(() => expect(network.to(upload)).toHaveLength(1));
    expect(await takeBack(site.store, item)).toBe(true);
    expect(waiting()).toEqual([]);
    expect(readDraft(item.draft)).toEqual(item.typed);
    release();
    await sent;
    expect(network.to(saving)).toEqual([]);
    expect(readDraft(item.draft)).toEqual(item.typed);
  });

  test('is too late while the step itself is on its way', async () => {
    const { network, item, send, waiting, site } = await start();
    const release = network.hold(saving, 201, {});
    const sent = send();
    await vi.waitFor(() => expect(network.to(saving)).toHaveLength(1));
    expect(await takeBack(site.store, item)).toBe(false);
    expect(waiting()).toHaveLength(1);
    release();
    await sent;
    expect(waiting()).toEqual([]);
  });

  test('gives back what was uploaded', async () => {
    const { network, send, item, waiting, site } = await start(withFile);
    network.answer(upload, 200, 'stored.pdf');
    network.answer(saving, 400, { message: 'No.' });
    await send();
    const [refused] = waiting();
    expect(refused).toMatchObject({ refusal: 'No.', files: {} });
    await takeBack(site.store, refused ?? item);
    expect(sessionStorage.getItem(`draft:${item.draft}/document`)).toContain('stored.pdf');
  });
});
