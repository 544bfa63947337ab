/** Fees whose parts do not belong together. */
import { around, changesBody } from './answers.ts';
import type { Fault } from './fault.ts';
import { aroundCheck, refusesAnyway } from './inputs.ts';

export const moneyFaults: readonly Fault[] = [
  {
    name: 'receipt-before-payment',
    sentence: 'There is a receipt before anything is paid.',
    ...around('payments.getReceipt', async ({ world, params }, next) => {
      const payment = world.payments.find('code', params.paymentCode ?? '');
      if (!payment || payment.datePaid) return next();
      payment.datePaid = new Date(world.now).toISOString();
      const answer = await next();
      payment.datePaid = null;
      return answer;
    }),
  },
  {
    name: 'amount-nothing',
    sentence: 'What is due is nothing.',
    world: (world) => {
      const create = world.payments.create.bind(world.payments);
      world.payments.create = (payment) => create({ ...payment, amount: 0 });
    },
  },
  changesBody(
    'pending-banks-renamed',
    'The accounts to pay to have other banks than on the list.',
    'payments.getPending',
    ({ bankAccountList, ...body }) => ({
      ...body,
      bankAccountList: bankAccountList?.map((one) => ({ ...one, bank: 'Bank of Nowhere' })),
    }),
  ),
  changesBody(
    'pending-described-otherwise',
    'What is pending is described in other words than by the result of the exam.',
    'payments.getPending',
    ({ paymentDto, ...body }) => ({
      ...body,
      paymentDto: { ...paymentDto, paymentDescription: 'Something else' },
    }),
  ),
  changesBody(
    'receipt-online',
    'Every receipt says that it was paid online.',
    'payments.getReceipt',
    (body) => ({
      ...body,
      isOffline: false,
    }),
  ),
  changesBody('receipt-of-1970', 'Every receipt is dated 1970.', 'payments.getReceipt', (body) => ({
    ...body,
    datePaid: '1970-01-01T00:00:00Z',
  })),
  changesBody(
    'receipt-other-bank',
    'A receipt names another bank than the account is at.',
    'payments.getReceipt',
    (body) => ({
      ...body,
      bankAccount: 'Bank of Nowhere',
    }),
  ),
  changesBody(
    'receipt-reference-of-all',
    'Every receipt has the same transaction reference.',
    'payments.getReceipt',
    (body, { world }) => ({
      ...body,
      transactionReference: world.payments.all().find(({ datePaid }) => datePaid)
        ?.transactionReference,
    }),
  ),
  changesBody(
    'receipt-described-otherwise',
    'A receipt describes the payment in other words.',
    'payments.getReceipt',
    (body) => ({ ...body, description: 'Something else' }),
  ),
  changesBody(
    'redirect-of-all',
    'Every online payment leads to one and the same address.',
    'payments.payOnline',
    ({ redirect }) => ({ redirect: `${new URL(redirect).origin}/pay` }),
  ),
  {
    name: 'price-any',
    sentence: 'An online payment is opened at any price.',
    ...aroundCheck('payments.payOnline', (body, next, call) => {
      const { paymentCode } = call.person ?? {};
      const due = call.world.payments.find('code', paymentCode ?? '')?.amount;
      if (typeof body.price === 'number') call.body = { ...body, price: due };
      return next();
    }),
  },
  {
    name: 'currency-of-any-provider',
    sentence: 'Every provider is paid in every currency.',
    ...aroundCheck('payments.payOnline', (body, next, call) => {
      const { paymentCode } = call.person ?? {};
      const due = call.world.payments.find('code', paymentCode ?? '')?.amount;
      const isKnown = body.currency === 'ETB' || body.currency === 'USD';
      if (isKnown && body.method !== 'bitcoin') {
        const currency = body.method === 'arifpay' ? 'ETB' : 'USD';
        call.body = { ...body, currency, price: due };
      }
      return next();
    }),
  },
  refusesAnyway(
    'dollars-refused',
    'Payments in dollars are refused.',
    'payments.payOnline',
    ({ currency }) => currency === 'USD',
  ),
  changesBody(
    'receipt-without-reference',
    'A receipt does not tell the transaction reference.',
    'payments.getReceipt',
    (body) => ({ ...body, transactionReference: null }),
  ),
];
