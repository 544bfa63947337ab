import { expect, test } from 'vitest';
import { takeExam } from '../testing/journey.ts';
import { type Case, compare, precreated, statusOf } from '../testing/observe.ts';
import { deposit } from '../testing/payloads.ts';
import type { Session } from '../testing/session.ts';

const online = { currency: 'ETB', method: 'arifpay', intent: 'SALE', description: 'Fee' };

/** Passes the exam. @returns whether code and amount are those of the pending payment, and what paying says */
async function compares(session: Session) {
  const { token } = await precreated(session, 'ACTIVATED');
  const passed = (await takeExam(session, token)).body.paymentDto;
  const { paymentDto } = (await session.call('payments.getPending', { token })).body;
  const paymentCode = passed?.paymentCode ?? '';
  const body = { ...(await deposit(session, token)), paymentCode };
  return [
    passed?.paymentCode === paymentDto.paymentCode,
    passed?.paymentAmount === paymentDto.paymentAmount,
    (await session.call('payments.makeOffline', { body, token })).status,
  ];
}

/** Pays at the bank. @returns what the receipt says of it */
const pays = (change: object) => async (session: Session) => {
  const { token } = await precreated(session, 'TOOK_EXAM');
  const body = { ...(await deposit(session, token)), ...change };
  const { status } = await session.call('payments.makeOffline', { body, token });
  const { paymentCode } = body;
  const { body: receipt } = await session.call('payments.getReceipt', { params: { paymentCode } });
  return [status, receipt.paymentAmount, receipt.transactionReference, receipt.accountNumber];
};

async function listsUnknownBank(session: Session) {
  const { token } = await precreated(session, 'TOOK_EXAM');
  const { bankAccountList } = (await session.call('payments.getPending', { token })).body;
  const known = (await session.call('bankAccounts.list')).body.map(({ account }) => account);
  return bankAccountList?.every(({ account }) => known.includes(account));
}

const opens = (price: number) =>
  statusOf('payments.payOnline', { state: 'TOOK_EXAM', body: { ...online, price } });

const account = '1000234567891';
const reference = 'FT25123ABCD9';
const paid = [200, 500, reference, account];
const refused = [400, undefined, undefined, undefined];

const cases: Case[] = [
  ['code-differs', compares, [true, true, 200], [false, true, 200]],
  ['amount-differs', compares, [true, true, 200], [true, false, 200]],
  ['receipt-amount-differs', pays({}), paid, [200, 485, reference, account]],
  [
    'receipt-reference-differs',
    pays({}),
    paid,
    [200, 500, expect.not.stringContaining(reference), account],
  ],
  ['pending-banks-differ', listsUnknownBank, true, false],
  [
    'inactive-bank-accepted',
    pays({ bankAccount: '5021987654011' }),
    refused,
    [200, 500, reference, '5021987654011'],
  ],
  ['inactive-bank-accepted', pays({ bankAccount: '1' }), refused, refused],
  ['unknown-bank-accepted', pays({ bankAccount: '1' }), refused, [200, 500, reference, '1']],
  ['unknown-bank-accepted', pays({ bankAccount: '5021987654011' }), refused, refused],
  ['attachment-unknown-accepted', pays({ attachmentUrl: 'none.png' }), refused, paid],
  ['underpaid-online', opens(1), 400, 200],
  ['underpaid-online', opens(501), 400, 400],
];

test.each(cases)('%s', async (fault, observe, healthy, faulty) => {
  expect(await compare(fault, observe)).toEqual([healthy, faulty]);
});
