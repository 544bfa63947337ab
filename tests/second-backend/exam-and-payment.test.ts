/** The exam and the payment of the second backend. */
import { expect, test } from 'vitest';
import { Applicant } from './applicant.ts';
import { startSecondBackend } from './index.ts';
import { withSecondBackend } from './started.ts';

const someone = withSecondBackend();

test('an exam is one while it runs, and is repeated after a fail', async () => {
  const selam = await someone().enter();
  const exam = await selam.startExam();
  expect(await selam.startExam()).toEqual(exam);
  const [first = ''] = (await selam.results(exam, 1)).split(',');
  const submit = (results: unknown) =>
    selam.call('POST /api/exams/private/submit_exam', { id: exam.examDto.id, results });
  expect((await submit(`${first}x`)).status).toBe(400);
  expect((await submit(Array(12).fill(first).join(','))).json).toMatchObject({
    resultDesc: 'Fail',
    paymentDto: null,
  });
  expect((await submit('')).status).toBe(409);
  expect((await selam.takeExam(5)).json.resultDesc).toBe('Fail');
  expect((await selam.takeExam(6)).json.resultDesc).toBe('Pass');
  expect((await selam.call('POST /api/exams/private/create')).status).toBe(409);
});

test('a late submission is refused, and a new attempt is open', async () => {
  const hasty = await startSecondBackend({ examMinutes: -0.1 });
  const selam = await new Applicant(hasty.url, 'selam@example.com').enter();
  expect((await selam.takeExam(12)).status).toBe(409);
  expect((await selam.call('POST /api/exams/private/create')).status).toBe(201);
  await hasty.close();
});

test('a payment takes an own code, an active account and an own picture', async () => {
  const selam = await someone().enter();
  const other = await someone().enter();
  await selam.takeExam();
  await other.takeExam();
  const payment = await selam.payment();
  const pay = (change: object) =>
    selam.call('POST /api/payments/private/make_offline_payment', { ...payment, ...change });
  const theirs = await other.payment();
  expect((await pay({ paymentCode: theirs.paymentCode })).status).toBe(404);
  expect((await pay({ attachmentUrl: theirs.attachmentUrl })).status).toBe(404);
  expect((await pay({ bankAccount: 13 })).status).toBe(400);
  const online = { currency: 'ETB', method: 'ARIFPAY', intent: 'SALE' };
  const payOnline = (price: number) =>
    selam.call('POST /api/payments/paypal/pay', { ...online, price });
  expect((await payOnline(499)).status).toBe(400);
  expect((await payOnline(500)).json.redirect).toMatch(/^https:\/\/pay\.example\.com\//);
  expect((await selam.profile()).status).toBe('TOOK_EXAM');
  const answers = await Promise.all([pay({ bankAccount: 11 }), pay({})]);
  expect(answers.map(({ status }) => status).sort()).toEqual([201, 409]);
  await selam.staff('reject');
  expect((await selam.payment()).paymentCode).toBe(payment.paymentCode);
});

test('an online payment counts when the provider reports it', async () => {
  const selam = await someone().enter();
  await selam.takeExam();
  const { paymentCode } = await selam.payment();
  const report = () =>
    selam.call(`POST /ops/provider/paid?email=${encodeURIComponent(selam.email)}`);
  expect((await report()).status).toBe(409);
  const order = { price: 25, currency: 'USD', method: 'PAYPAL', intent: 'SALE' };
  expect((await selam.call('POST /api/payments/paypal/pay', order)).status).toBe(200);
  expect((await report()).status).toBe(200);
  expect((await report()).status).toBe(409);
  const receipt = await selam.call(`GET /api/payments/private/get_receipt1/${paymentCode}`);
  expect(receipt.json).toMatchObject({ isOffline: false, accountNumber: null });
  expect((await selam.profile()).status).toBe('ACTIVATION_PAID');
});
