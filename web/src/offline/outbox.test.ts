import {
  applicantExamples,
  offlinePaymentForm,
  toEducationData,
  toOfflinePayment,
} from '@one-planet/contract';
import { applicantsForEveryState } from '@one-planet/mocks';
import type { ClientOptions } from '@one-planet/sdk';
import { describe, expect, test, vi } from 'vitest';
import { noticeAtom, sessionAtom } from '../site/atoms.ts';
import { endSession } from '../site/client.ts';
import { readSession } from '../site/stored-session.ts';
import { logInAs } from '../testing/applicants.ts';
import { createTestSite, startNetwork } from '../testing/render-site.tsx';
import { keepDraft, readDraft } from './drafts.ts';
import { sendWaiting, takeBack } from './outbox.ts';
import { isSendingAtom, type OutboxItem, outboxAtom } from './outbox-items.ts';
import { readSentDetails } from './sent-payment.ts';
import { isTooCostly } from './upload-cost.ts';

const savePath = '/applicants/private/save_education_data';
const statusPath = '/applicants/private/get_by_email';
const uploadPath = '/files/private/upload';

async function startSiteWithItem(
  itemOverrides: Partial<OutboxItem> = {},
  clientOptions: Partial<ClientOptions> = {},
) {
  const network = await startNetwork({ applicants: 2 * applicantsForEveryState });
  const { email } = await logInAs(network, 'BIOGRAPHIC_APPLICANT2');
  const site = createTestSite(network, {}, clientOptions);
  const item: OutboxItem = {
    email,
    step: 'applicants.saveEducationData',
    body: toEducationData(applicantExamples.hana.education),
    files: {},
    stored: {},
    givenAt: 1,
    draft: 'education:hana',
    typed: { highSchoolAddress: 'Arada' },
    profile: { status: '', id: 1, firstName: '', middleName: '', lastName: '', phone: '' },
    ...itemOverrides,
  };
  site.store.set(outboxAtom, [item]);
  const onSent = vi.fn();
  const send = () => sendWaiting(site, { email, onSent });
  const readWaitingItems = () => site.store.get(outboxAtom);
  const isSending = () => site.store.get(isSendingAtom);
  return { network, site, item, onSent, send, waitingItems: readWaitingItems, isSending };
}

const itemWithFile = {
  files: { document: { as: 'document', file: new File(['%PDF-1.7'], 'a.pdf') } },
};

test('an item is sent once, and its draft is dropped', async () => {
  const { network, item, onSent, send, waitingItems, isSending } = await startSiteWithItem();
  keepDraft(item.draft, item.typed);
  // Without locks, from one tab: the second call finds that the first one is sending.
  await Promise.all([send(), send()]);
  expect(network.requestsTo(savePath)).toHaveLength(1);
  expect(onSent).toHaveBeenCalledExactlyOnceWith(item, {
    nextPath: '/applicant/emergency_contact',
  });
  expect(waitingItems()).toEqual([]);
  expect(readDraft(item.draft)).toEqual({});
  expect(isSending()).toBe(false);
});

describe('another applicant who logs in', () => {
  test.each([
    ['while a file is uploaded', itemWithFile, uploadPath],
    ['while the state is read', {}, statusPath],
  ])('%s does not send it', async (_, itemOverrides, path) => {
    const { network, site, send, waitingItems } = await startSiteWithItem(itemOverrides);
    const release = network.delay(path, 200, 'stored.pdf');
    const sendPromise = send();
    await vi.waitFor(() => expect(network.requestsTo(path)).toHaveLength(1));
    endSession(site);
    await logInAs(network, 'BIOGRAPHIC_APPLICANT2', 2);
    site.store.set(sessionAtom, readSession(site.clock));
    release();
    await sendPromise;
    expect(network.requestsTo(savePath)).toEqual([]);
    expect(waitingItems()).toHaveLength(1);
    expect(site.store.get(sessionAtom)).not.toBeNull();
    expect(site.store.get(noticeAtom)).toBeNull();
  });

  test('is not logged out and sees no notice when a 401 to the previous request arrives', async () => {
    const { network, site, send } = await startSiteWithItem();
    const release = network.delay(savePath, 401, {});
    const sending = send();
    await vi.waitFor(() => expect(network.requestsTo(savePath)).toHaveLength(1));
    endSession(site);
    release();
    await sending;
    expect(site.store.get(noticeAtom)).toBeNull();
  });
});

test.each([
  [500, savePath, {}],
  [502, savePath, {}],
  [503, savePath, {}],
  [429, savePath, {}],
  [502, uploadPath, itemWithFile],
])(
  'an item that a busy or broken server answers with %i stays in the outbox',
  async (code, path, overrides) => {
    const { network, send, onSent, waitingItems } = await startSiteWithItem(overrides);
    network.respond(path, code);
    await send();
    expect(network.requestsTo(path).length).toBeGreaterThan(0);
    expect(waitingItems()).toEqual([expect.not.objectContaining({ refusal: expect.anything() })]);
    network.restore();
    network.respond(uploadPath, 200, 'stored.pdf');
    await send();
    expect(onSent).toHaveBeenCalledOnce();
  },
);

test('a refused item waits until she corrects it, with the server’s message', async () => {
  const { network, send, waitingItems } = await startSiteWithItem();
  network.respond(savePath, 400, { message: 'The year is not right.' });
  await send();
  await send();
  expect(network.requestsTo(savePath)).toHaveLength(1);
  expect(waitingItems()).toEqual([expect.objectContaining({ refusal: 'The year is not right.' })]);
});

test('an item that an older form has left is not sent, and does not block later sending', async () => {
  const { network, send, waitingItems, isSending } = await startSiteWithItem({
    body: JSON.parse('{ "grade10Year": "long ago" }'),
  });
  await send();
  expect(network.requestsTo(savePath)).toEqual([]);
  expect(waitingItems()).toEqual([
    expect.objectContaining({ refusal: expect.stringContaining('again') }),
  ]);
  expect(isSending()).toBe(false);
});

test('an unexpected error ends this attempt to send, not the next one', async () => {
  const { site, onSent, send, isSending } = await startSiteWithItem();
  const fetchQuery = vi.spyOn(site.queryClient, 'fetchQuery').mockImplementationOnce(() => {
    throw new TypeError('odd');
  });
  await send();
  expect(isSending()).toBe(false);
  expect(fetchQuery).toHaveBeenCalled();
  await send();
  expect(onSent).toHaveBeenCalledOnce();
});

describe('a step that the college has already', () => {
  test('is not sent, and its draft stays', async () => {
    const { network, item, onSent, send, waitingItems } = await startSiteWithItem({
      state: { program: 'Data Science' },
    });
    keepDraft(item.draft, item.typed);
    network.respond(statusPath, 200, { status: 'READY_TO_APPLY' });
    await send();
    expect(network.requestsTo(savePath)).toEqual([]);
    expect(onSent).toHaveBeenCalledExactlyOnceWith(item, {
      nextPath: '/applicant/apply_program',
      wasTakenBefore: true,
    });
    expect(waitingItems()).toEqual([]);
    expect(readDraft(item.draft)).toEqual(item.typed);
  });

  test('is also recognised after a refusal', async () => {
    const { network, onSent, send } = await startSiteWithItem();
    network.respondWith(savePath, () => {
      network.respond(statusPath, 200, { status: 'READY_TO_APPLY' });
      return new Response('{}', { status: 409 });
    });
    await send();
    expect(onSent).toHaveBeenCalledExactlyOnceWith(expect.anything(), {
      nextPath: '/applicant/apply_program',
      wasTakenBefore: true,
    });
  });
});

describe('a deposit whose response was lost', () => {
  const formValues = { paymentCode: 'OPC-1', paymentBank: '1000123456789', txnRefNumber: 'FT1' };
  const receiptFile = { name: 'slip.png', size: 1, storedName: 'stored.png' };
  const depositItem = {
    step: 'payments.makeOffline',
    body: toOfflinePayment(offlinePaymentForm.parse({ ...formValues, receiptFile }), 'stored.png'),
    draft: 'offline-payment:hana',
    typed: formValues,
    payment: { code: 'OPC-1', bank: 'Commercial Bank of Ethiopia', reference: 'FT1' },
  } as const;
  const depositPath = '/payments/private/make_offline_payment';

  async function loseDeposit() {
    const started = await startSiteWithItem(depositItem);
    const { network, send, waitingItems } = started;
    network.respond(statusPath, 200, { status: 'TOOK_EXAM' });
    network.respondWith(depositPath, () => {
      // From now on she has no connection.
      network.respond(statusPath, 0);
      throw new TypeError('Failed to fetch');
    });
    await send();
    expect(network.requestsTo(depositPath)).toHaveLength(1);
    expect(waitingItems()).toHaveLength(1);
    return started;
  }

  test('is on her page of the payment once the college shows it, and is not sent again', async () => {
    const { network, item, send, onSent, waitingItems } = await loseDeposit();
    network.respond(statusPath, 200, { status: 'ACTIVATION_PAID' });
    await send();
    expect(network.requestsTo(depositPath)).toHaveLength(1);
    expect(waitingItems()).toEqual([]);
    expect(readSentDetails(item.email)).toMatchObject({
      code: 'OPC-1',
      bank: 'Commercial Bank of Ethiopia',
      reference: 'FT1',
    });
    expect(onSent).toHaveBeenCalledExactlyOnceWith(expect.anything(), {
      nextPath: '/applicant/finalize_payment',
    });
  });

  test('was never sent from here if the college has shown one before', async () => {
    const { network, item, send, onSent } = await startSiteWithItem(depositItem);
    network.respond(statusPath, 200, { status: 'ACTIVATION_PAID' });
    await send();
    expect(readSentDetails(item.email)).toMatchObject({ code: '', bank: '', reference: '' });
    expect(onSent).toHaveBeenCalledExactlyOnceWith(item, {
      nextPath: '/applicant/pending_pay_verification',
      wasTakenBefore: true,
    });
  });
});

describe('an upload without an answer', () => {
  test('is stopped after two tries that ended at a time limit, until she asks for it', async () => {
    const { network, site, item, waitingItems } = await startSiteWithItem(itemWithFile, {
      timeout: 20,
    });
    const release = network.delay(uploadPath, 200, 'stored.pdf');
    const send = (isAskedFor: boolean) =>
      sendWaiting(site, { email: item.email, isAskedFor, onSent: () => {} });
    for (let tryCount = 1; tryCount <= 4; tryCount += 1) await send(false);
    expect(network.requestsTo(uploadPath)).toHaveLength(2);
    expect(waitingItems()).toMatchObject([{ uploadCost: { timeoutCount: 2 } }]);
    await send(true);
    expect(network.requestsTo(uploadPath)).toHaveLength(3);
    release();
  });

  test.each([
    [undefined, false],
    [{ timeoutCount: 1, sentBytes: 3_999_999 }, false],
    [{ timeoutCount: 0, sentBytes: 4_000_000 }, true],
    [{ timeoutCount: 2, sentBytes: 0 }, true],
  ])('of 2 MB that has cost %o is stopped: %s', (cost, isStoppedForIt) => {
    expect(isTooCostly(cost, 2_000_000)).toBe(isStoppedForIt);
  });
});

describe('taking back', () => {
  test('aborts a running upload', async () => {
    const { network, item, send, waitingItems, site } = await startSiteWithItem(itemWithFile);
    const release = network.delay(uploadPath, 200, 'stored.pdf');
    const sending = send();
    await vi.waitFor(() => expect(network.requestsTo(uploadPath)).toHaveLength(1));
    expect(await takeBack(site, item)).toBe(true);
    expect(waitingItems()).toEqual([]);
    expect(readDraft(item.draft)).toEqual(item.typed);
    release();
    await sending;
    expect(network.requestsTo(savePath)).toEqual([]);
    expect(readDraft(item.draft)).toEqual(item.typed);
  });

  test('is too late while the step itself is on its way', async () => {
    const { network, item, send, waitingItems, site } = await startSiteWithItem();
    const release = network.delay(savePath, 201, {});
    const sending = send();
    await vi.waitFor(() => expect(network.requestsTo(savePath)).toHaveLength(1));
    expect(await takeBack(site, item)).toBe(false);
    expect(waitingItems()).toHaveLength(1);
    release();
    await sending;
    expect(waitingItems()).toEqual([]);
  });

  test('restores the record of an uploaded file', async () => {
    const { network, send, item, waitingItems, site } = await startSiteWithItem(itemWithFile);
    network.respond(uploadPath, 200, 'stored.pdf');
    network.respond(savePath, 400, { message: 'No.' });
    await send();
    const [refusedItem] = waitingItems();
    expect(refusedItem).toMatchObject({ refusal: 'No.', files: {} });
    await takeBack(site, refusedItem ?? item);
    expect(sessionStorage.getItem(`draft:${item.draft}/document`)).toContain('stored.pdf');
  });
});
