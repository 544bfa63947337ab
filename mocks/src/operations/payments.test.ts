import { expect, test } from 'vitest';
import { bring, stateOf } from '../testing/journey.ts';
import { deposit, uploadDocument, uploadPicture } from '../testing/payloads.ts';
import { type Session, startSession } from '../testing/session.ts';

const order = {
  price: 500,
  currency: 'ETB',
  method: 'arifpay',
  intent: 'SALE',
  description: 'Fee',
};

const open = async ({ call }: Session, token: string, change: object = {}) =>
  await call('payments.payOnline', { body: { ...order, ...change }, token });

test('a deposit needs the pending code, an active account and an uploaded picture of its own', async () => {
  const session = await startSession();
  const applicant = await bring(session, 'TOOK_EXAM');
  const { token } = applicant;
  const other = await bring(session, 'ACTIVATED', 'other@example.com');
  const right = await deposit(session, token);
  const wrong = [
    { paymentCode: 'OPC-NONE' },
    { bankAccount: '5021987654011' },
    { bankAccount: '71' },
    { attachmentUrl: 'nothing.png' },
    { attachmentUrl: await uploadDocument(session, token) },
    { attachmentUrl: await uploadPicture(session, other.token) },
    { transactionReference: ' ' },
  ];
  for (const change of wrong) {
    const refused = await session.call('payments.makeOffline', {
      body: { ...right, ...change },
      token,
    });
    expect(refused).toMatchObject({ status: 400, body: expect.stringMatching(/\w/) });
  }
  expect(await stateOf(session, applicant)).toBe('TOOK_EXAM');
  expect((await session.call('payments.makeOffline', { body: right, token })).status).toBe(200);
});

test('a receipt shows the payment to everybody but another applicant', async () => {
  const session = await startSession();
  const applicant = await bring(session, 'TOOK_EXAM');
  const body = await deposit(session, applicant.token);
  const { paymentCode } = body;
  const receipt = (token?: string) =>
    session.call('payments.getReceipt', { params: { paymentCode }, ...(token ? { token } : {}) });
  expect((await receipt()).status).toBe(404);
  await session.call('payments.makeOffline', { body, token: applicant.token });
  expect(await receipt()).toMatchObject({
    status: 200,
    body: {
      paymentCode,
      paymentAmount: 500,
      isOffline: true,
      email: applicant.email,
      applicant: 'HANA TESFAYE BEKELE',
      accountNumber: '1000234567891',
      bankAccount: 'Commercial Bank of Ethiopia',
      transactionReference: 'FT25123ABCD9',
    },
  });
  expect((await receipt(applicant.token)).status).toBe(200);
  expect((await receipt((await bring(session, 'ACTIVATED')).token)).status).toBe(403);
});

test('online, the provider decides the currency and the pending amount the price in ETB', async () => {
  const session = await startSession();
  const { token } = await bring(session, 'TOOK_EXAM');
  const wrong = [
    { price: 499 },
    { currency: 'USD' },
    { method: 'paypal' },
    { method: 'cash' },
    { intent: 'GIFT' },
  ];
  for (const change of wrong) {
    expect([change, (await open(session, token, change)).status]).toEqual([change, 400]);
  }
  const dollars = await open(session, token, { method: 'stripe', currency: 'USD', price: 9 });
  expect(dollars.body.redirect).toMatch(/^http:\/\/mock\.test\/_mock\/pay\/stripe\/[0-9a-f]{32}$/);
});

test('the provider is where the public origin says', async () => {
  const session = await startSession({ publicOrigin: () => 'https://pay.example.com' });
  const { token } = await bring(session, 'TOOK_EXAM');
  expect((await open(session, token)).body.redirect).toMatch(/^https:\/\/pay\.example\.com\/_mock/);
});

test('paying at the provider counts once, on whichever of its pages', async () => {
  const session = await startSession({ siteOrigin: 'http://site.test' });
  const applicant = await bring(session, 'TOOK_EXAM');
  const pages = [
    (await open(session, applicant.token)).body.redirect,
    (await open(session, applicant.token)).body.redirect,
  ].map((address: string) => new URL(address).pathname);
  expect(pages[0]).not.toBe(pages[1]);
  const press = (path: string | undefined, action: string, accept = 'text/html') =>
    session.raw(`${path}/${action}`, { method: 'POST', headers: { accept } });

  const cancelled = await press(pages[0], 'cancel');
  expect(cancelled.headers.get('location')).toBe('http://site.test/applicant/exam_result');
  expect(await stateOf(session, applicant)).toBe('TOOK_EXAM');
  const paid = await press(pages[0], 'pay');
  expect(paid.status).toBe(303);
  expect(paid.headers.get('location')).toBe('http://site.test/applicant/pending_pay_verification');
  expect(await stateOf(session, applicant)).toBe('ACTIVATION_PAID');
  expect((await press(pages[1], 'pay', 'application/json')).body).toEqual({ paid: true });
  expect((await press(pages[0], 'pay', 'application/json')).body).toEqual({ paid: true });
  const { body } = await session.raw<{ payments: unknown[] }>('/_mock/staff.json');
  expect(body.payments).toHaveLength(1);
  expect((await open(session, applicant.token)).status).toBe(409);
});
