/** The application fee: at a bank, at a provider, and its receipt. */
import { randomBytes } from 'node:crypto';
import { bankAccounts } from './catalogue.ts';
import { isoWithOffset } from './clock.ts';
import { ownFile } from './files.ts';
import { Decimal } from './json.ts';
import { Problem } from './problem.ts';
import { json, success } from './reply.ts';
import { type ApplicantCall, type Call, guarded, open } from './routing.ts';
import { Form } from './validation.ts';
import type { Payment, Person } from './world.ts';

const amount = 500;
const description = 'Application fee for online study';
/** What each provider charges in. */
const currencies = new Map([
  ['PAYPAL', 'USD'],
  ['STRIPE', 'USD'],
  ['ARIFPAY', 'ETB'],
]);

export const bankAccountList = bankAccounts;

export function openPayment(person: Person): Payment {
  const code = `OPC-${randomBytes(5).toString('hex').toUpperCase()}`;
  person.payment = { code, checkouts: new Map() };
  return person.payment;
}

export function paymentFacts({ code }: Payment) {
  return {
    isOffline: true,
    paymentAmount: new Decimal(amount),
    paymentCode: code,
    currency: 'ETB',
    paymentDescription: description,
  };
}

function pendingOf({ status, payment }: Person, refusal: number): Payment {
  if (status === 'TOOK_EXAM' && payment) return payment;
  throw new Problem(refusal, 'There is no pending payment.');
}

function getPending({ person }: ApplicantCall) {
  return json({ bankAccountList, paymentDto: paymentFacts(pendingOf(person, 404)) });
}

function makeOffline({ world, person, json: body }: ApplicantCall) {
  const payment = pendingOf(person, 409);
  const form = new Form(body);
  const code = form.text('paymentCode', 'Payment code');
  const reference = form.text('transactionReference', 'Transaction reference number');
  const attachment = form.text('attachmentUrl', 'Transaction receipt');
  const { paidInto } = world.reading;
  const named =
    paidInto === 'id'
      ? form.number('bankAccount', 'Bank account')
      : form.text('bankAccount', 'Bank account') || undefined;
  const account = bankAccounts.find((one) => one[paidInto] === named);
  if (named !== undefined) {
    form.demand(account?.status === 'ACTIVE', 'This bank account does not take payments');
  }
  form.done();
  if (code !== payment.code) throw new Problem(404, 'No such payment code');
  ownFile(world, person, attachment, 'picture', 'Transaction receipt');
  payment.paid = { at: Date.now(), reference, account, receipt: attachment };
  person.status = 'ACTIVATION_PAID';
  return success(201);
}

function payOnline({ world, person, json: body }: ApplicantCall) {
  const payment = pendingOf(person, 409);
  const form = new Form(body);
  const names = [...currencies.keys()].map(world.reading.provider);
  const method = form.oneOf('method', 'Method', names);
  const currency = form.oneOf('currency', 'Currency', ['ETB', 'USD']);
  form.oneOf('intent', 'Intent', ['SALE']);
  form.optionalText('description');
  const price = form.number('price', 'Price');
  if (method && currency) {
    form.demand(
      currency === currencies.get(method.toUpperCase()),
      `${method} does not take ${currency}`,
    );
  }
  if (price !== undefined) {
    // What a dollar costs is the college's setting on the site; this backend can't know it.
    const fits = currency === 'ETB' ? price === amount : price > 0;
    form.demand(fits, 'Price must be the amount of the pending payment');
  }
  form.done();
  const checkout = payment.checkouts.get(method) ?? randomBytes(12).toString('hex');
  payment.checkouts.set(method, checkout);
  const redirect = `https://pay.example.com/${method.toLowerCase()}/${checkout}`;
  return json({ redirect, method, state: 'CREATED' });
}

/** What a provider would report once the money has arrived. */
export function takeOnlinePayment(person: Person): void {
  const payment = pendingOf(person, 409);
  const checkout = [...payment.checkouts.values()].at(-1);
  if (!checkout) throw new Problem(409, 'No online payment was begun.');
  payment.paid = { at: Date.now(), reference: checkout, account: undefined };
  person.status = 'ACTIVATION_PAID';
}

function getReceipt({ world, param }: Call) {
  const person = [...world.people.values()].find(
    ({ payment }) => payment?.paid && payment.code === param('paymentCode'),
  );
  const { payment } = person ?? {};
  if (!person || !payment?.paid) throw new Problem(404, 'There is no receipt for this code.');
  const { at, reference, account } = payment.paid;
  return json({
    datePaid: isoWithOffset(at),
    applicant: [person.firstName, person.middleName, person.lastName].join(' '),
    email: person.email,
    paymentCode: payment.code,
    transactionReference: reference,
    bankAccount: account?.bank ?? null,
    accountNumber: account?.account ?? null,
    isOffline: account !== undefined,
    description,
    paymentAmount: new Decimal(amount),
    currency: 'ETB',
  });
}

export const paymentRoutes = [
  guarded('GET /api/payments/private/get_pending_payment', getPending),
  guarded('POST /api/payments/private/make_offline_payment', makeOffline),
  guarded('POST /api/payments/paypal/pay', payOnline),
  open('GET /api/payments/private/get_receipt1/{paymentCode}', getReceipt),
];
