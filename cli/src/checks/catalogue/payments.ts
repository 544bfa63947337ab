import { isPayable } from '../../applicant/valid-calls.ts';
import { entriesOf, fieldsOf } from '../../core/json.ts';
import { perform, updatePendingPayment } from '../applicant-walk.ts';
import type { Person } from '../applicants.ts';
import { type BackendCheck, type CheckContext, scenarios } from '../check.ts';
import {
  expectFields,
  expectRefused,
  expectSameText,
  expectState,
  findDuplicate,
  toLowerText,
} from '../expect.ts';
import type { ApiResponse } from '../http-messages.ts';
import { block, failure, skip } from '../outcome.ts';

export const paymentScenarios: readonly BackendCheck[] = scenarios([
  {
    id: 'payments.getPending/same-as-exam',
    sentence: 'payments.getPending MUST answer the code and the amount of the exam result.',
    rule: 'payment#same-as-the-exams-result',
    stage: 'TOOK_EXAM',
    runFor: async (context, person) => {
      const { examPayment: payment } = person;
      if (!payment) throw block('exams.submit/all-right', 'the result of the exam has no payment');
      const response = await context.sendAs(person, 'payments.getPending');
      const { paymentCode, paymentAmount } = fieldsOf(fieldsOf(response.json).paymentDto);
      expectEqual(response, 'the code of the exam result', paymentCode, payment.code);
      expectEqual(
        response,
        `the amount of the exam result, ${payment.amount}`,
        Number(paymentAmount),
        payment.amount,
      );
    },
  },
  {
    id: 'payments.getPending/own-code',
    sentence: 'Every applicant MUST have a payment code of her own.',
    rule: 'payment#a-code-of-her-own',
    stage: 'TOOK_EXAM',
    run: async (context) => {
      const [first, second] = [
        await context.person('TOOK_EXAM'),
        await context.person('TOOK_EXAM'),
      ];
      const codes = await Promise.all([pendingCode(context, first), pendingCode(context, second)]);
      if (codes[0] === codes[1]) throw failure('two codes', `${codes[0]} for both`);
    },
  },
  {
    id: 'payments.getPending/listed-banks',
    sentence: 'The bank accounts of payments.getPending MUST be accounts of bankAccounts.list.',
    rule: 'payment#where-to-pay',
    stage: 'TOOK_EXAM',
    runFor: async (context, person) => {
      const response = await context.sendAs(person, 'payments.getPending');
      const listedAccounts = new Set(
        (await context.reference.banks()).map(({ account: accountNumber }) => accountNumber),
      );
      const unlistedAccount = accountsIn(response)
        .map(({ account }) => account)
        .find((account) => !listedAccounts.has(String(account)));
      if (unlistedAccount !== undefined)
        throw failure('accounts of the list', `the account ${unlistedAccount}`, response);
    },
  },
  {
    id: 'payments.makeOffline/inactive-bank',
    sentence: 'payments.makeOffline SHOULD refuse a bank account that is not ACTIVE.',
    rule: 'payment#an-account-in-use',
    stage: 'TOOK_EXAM',
    run: async (context) => {
      const closed = (await context.reference.banks()).find(({ status }) => status !== 'ACTIVE');
      if (!closed) throw skip('every bank account is ACTIVE');
      const person = await context.person('TOOK_EXAM');
      await updatePendingPayment(person, context.helpers);
      const personWithClosedAccount = { ...person, bankAccount: closed.account };
      const response = await context.sendAs(personWithClosedAccount, 'payments.makeOffline');
      expectRefused(context, response, 'a bank account that is not ACTIVE', { prefer: [400] });
    },
  },
  {
    id: 'payments.payOnline/waits',
    sentence:
      'payments.payOnline MUST NOT change the state before the provider reports the payment.',
    rule: 'payment#paid-when-the-provider-says-so',
    leavesOpen: 'What happens when the provider reports: the journey pays with --pay.',
    stage: 'TOOK_EXAM',
    runFor: async (context, person) => {
      await context.perform(person, 'payments.payOnline', 'a payment online');
      await expectState(context, person, 'TOOK_EXAM');
    },
  },
  {
    id: 'payments.payOnline/https',
    sentence: 'payments.payOnline MUST answer an https address.',
    rule: 'payment#the-providers-address',
    leavesOpen: 'Whether the address is on the site’s list.',
    stage: 'TOOK_EXAM',
    runFor: async (context, person) => {
      const firstResponse = await perform('payments.payOnline', person, context.helpers);
      const secondResponse = await context.sendAs(person, 'payments.payOnline');
      for (const response of secondResponse.status < 300
        ? [firstResponse, secondResponse]
        : [firstResponse]) {
        const redirect = String(fieldsOf(response.json).redirect);
        // The text of a missing value stands in addresses that a program built wrongly.
        const isBroken = /\b(undefined|null|NaN)\b/.test(redirect);
        if (response.status >= 300 || !isPayable(redirect) || isBroken)
          throw failure('a redirect with https', response);
      }
    },
  },
  {
    id: 'payments.getReceipt/same-as-payment',
    sentence: 'payments.getReceipt MUST answer the code, the amount and the person of the payment.',
    stage: 'BIOGRAPHIC_APPLICANT',
    runFor: async (context, person) => {
      const response = await receiptOf(context, person);
      expectHerReceipt(response, person);
      const { accountNumber = '' } = fieldsOf(response.json);
      if (accountNumber === null || accountNumber === '') return;
      const paidTo = person.bankAccount ?? (await context.reference.activeAccount()).account;
      expectEqual(response, 'the account that was paid to', String(accountNumber), paidTo);
    },
  },
]);

function expectHerReceipt(
  response: ApiResponse,
  { payment, email, input, transactionReference }: Person,
): void {
  const receipt = fieldsOf(response.json);
  expectEqual(response, 'the code that was paid', receipt.paymentCode, payment?.code);
  expectEqual(
    response,
    `the amount that was paid, ${payment?.amount}`,
    Number(receipt.paymentAmount),
    payment?.amount,
  );
  if (receipt.transactionReference) {
    expectSameText(
      response,
      'transactionReference',
      receipt.transactionReference,
      transactionReference,
    );
  }
  if (receipt.email)
    expectEqual(response, 'her address', toLowerText(receipt.email), toLowerText(email));
  const { lastName } = input.register;
  if (
    receipt.applicant &&
    !toLowerText(receipt.applicant).split(/\s+/).includes(toLowerText(lastName))
  ) {
    throw failure('her name', 'another name', response);
  }
  const { firstName, middleName } = input.register;
  // Eight more characters leave room for a title, but not for the name a second time.
  const maxLength = `${firstName} ${middleName} ${lastName}`.length + 8;
  if (String(receipt.applicant ?? '').length > maxLength) {
    throw failure('her name, once', 'a longer one', response);
  }
}

function expectEqual(
  response: ApiResponse,
  expectedText: string,
  value: unknown,
  expected: unknown,
): void {
  if (value !== expected) throw failure(expectedText, response);
}

async function pendingCode(context: CheckContext, person: Person): Promise<unknown> {
  const response = await context.succeed(
    person,
    'payments.getPending',
    'a payment that is pending',
  );
  return fieldsOf(fieldsOf(response.json).paymentDto).paymentCode;
}

/* The fee: its price, currency, accounts and receipt have to agree (2 §2, §3, §7). */

const dayMs = 24 * 60 * 60_000;

/**
 * How much two clocks may differ. This is less than Ethiopia's offset of three hours, so a time in UTC that is labelled
 * as Addis Ababa's is noticed.
 */
const maxClockDifferenceMs = 2.5 * 60 * 60_000;

export const feeScenarios: readonly BackendCheck[] = scenarios([
  {
    id: 'payments.getReceipt/before-payment',
    sentence: 'payments.getReceipt MUST refuse the code of a payment that is still due.',
    rule: 'payment#no-receipt-before-payment',
    stage: 'TOOK_EXAM',
    runFor: async (context, person) => {
      await updatePendingPayment(person, context.helpers);
      const response = await context.sendAs(person, 'payments.getReceipt');
      expectRefused(context, response, 'a payment that is still due', { prefer: [404] });
    },
  },
  {
    id: 'payments.getPending/amount',
    sentence: 'The amount to pay MUST be more than nothing.',
    rule: 'payment#more-than-nothing',
    stage: 'TOOK_EXAM',
    runFor: async (context, person) => {
      const response = await context.succeed(
        person,
        'payments.getPending',
        'a payment that is pending',
      );
      const amount = Number(fieldsOf(fieldsOf(response.json).paymentDto).paymentAmount);
      const amounts = [amount, person.examPayment?.amount ?? amount];
      if (amounts.some((amount) => !(amount > 0)))
        throw failure('a positive amount', amounts.join(', '), response);
    },
  },
  {
    id: 'payments.getPending/where-to-pay',
    sentence: 'What is pending MUST name the college’s own accounts, and one of them in use.',
    rule: 'payment#where-to-pay',
    stage: 'TOOK_EXAM',
    runFor: async (context, person) => {
      const response = await context.sendAs(person, 'payments.getPending');
      const accounts = [...accountsIn(response), ...(person.examPayment?.banks ?? [])];
      if (accounts.length === 0) return;
      const listedAccounts = (await context.reference.banks()).map((account) =>
        textOfValue({ ...account }),
      );
      const unlistedAccount = accounts
        .map(textOfValue)
        .find((account) => !listedAccounts.includes(account));
      if (unlistedAccount !== undefined)
        throw failure('accounts as on the list', unlistedAccount, response);
      for (const list of [accountsIn(response), person.examPayment?.banks ?? []]) {
        const repeatedAccount = findDuplicate(list.map(({ account }) => String(account)));
        if (repeatedAccount !== undefined)
          throw failure('each account once', `${repeatedAccount} twice`, response);
      }
      if (!accounts.some(({ status }) => status === 'ACTIVE')) {
        throw failure('an account that is ACTIVE', 'none', response);
      }
    },
  },
  {
    id: 'payments.getPending/same-words',
    sentence: 'The exam’s result and payments.getPending SHOULD describe the payment alike.',
    rule: 'payment#same-as-the-exams-result',
    stage: 'TOOK_EXAM',
    runFor: async (context, person) => {
      const response = await context.sendAs(person, 'payments.getPending');
      const { paymentDescription: pendingDescription } = fieldsOf(
        fieldsOf(response.json).paymentDto,
      );
      const examDescription = person.examPayment?.description;
      if (pendingDescription && examDescription && pendingDescription !== examDescription) {
        throw failure(`"${examDescription}"`, `"${pendingDescription}"`, response);
      }
    },
  },
  {
    id: 'payments.payOnline/own-address',
    sentence: 'payments.payOnline SHOULD answer another address for another applicant.',
    rule: 'payment#the-providers-address',
    stage: 'TOOK_EXAM',
    run: async (context) => {
      const people = [await context.person('TOOK_EXAM'), await context.person('TOOK_EXAM')];
      const redirects: unknown[] = [];
      for (const person of people) {
        const response = await context.perform(person, 'payments.payOnline', 'a payment online');
        redirects.push(fieldsOf(response.json).redirect);
      }
      if (redirects[0] === redirects[1])
        throw failure('two addresses', 'one for both', context.lastResponse);
    },
  },
  {
    id: 'payments.getReceipt/expected-fields',
    sentence:
      'A receipt of a bank deposit SHOULD say who paid, when, to which account and with which reference.',
    stage: 'BIOGRAPHIC_APPLICANT',
    run: async (context) => {
      const response = await receiptOf(context, await context.person('BIOGRAPHIC_APPLICANT'));
      expectFields(response, ['applicant', 'datePaid', 'accountNumber', 'transactionReference']);
    },
  },
  {
    id: 'payments.getReceipt/same-words',
    sentence: 'A receipt SHOULD describe the payment as it was described when it was due.',
    stage: 'BIOGRAPHIC_APPLICANT',
    runFor: async (context, person) => {
      const response = await receiptOf(context, person);
      const { description } = fieldsOf(response.json);
      const due = person.payment?.description;
      if (description && due && description !== due) {
        throw failure(`"${due}"`, `"${description}"`, response);
      }
    },
  },
  {
    id: 'payments.getReceipt/belongs-together',
    sentence: 'A receipt MUST name the day, the way and the bank of the payment.',
    rule: 'payment#day-way-and-bank',
    stage: 'BIOGRAPHIC_APPLICANT',
    runFor: async (context, person) => {
      const receipt = await receiptOf(context, person);
      await expectConsistentPayment(context, receipt);
      const secondReceipt = await receiptOf(context, person);
      const dates = [receipt, secondReceipt].map(({ json }) =>
        JSON.stringify(fieldsOf(json).datePaid),
      );
      if (dates[0] !== dates[1])
        throw failure(`the date ${dates[0]} again`, `${dates[1]}`, secondReceipt);
    },
  },
  {
    id: 'payments.getReceipt/own-receipt',
    sentence: 'Two payments MUST have two receipts.',
    rule: 'payment#one-receipt-a-payment',
    stage: 'BIOGRAPHIC_APPLICANT',
    run: async (context) => {
      const stage = 'BIOGRAPHIC_APPLICANT';
      const people = [await context.person(stage), await context.person(stage)];
      const receipts = await Promise.all(people.map((person) => receiptOf(context, person)));
      const [first = {}, second = {}] = receipts.map(({ json }) => fieldsOf(json));
      for (const field of ['paymentCode', 'email', 'applicant', 'transactionReference']) {
        if ((first[field] ?? '') !== '' && first[field] === second[field]) {
          throw failure(`another ${field}`, 'the same on both', receipts[1]);
        }
      }
    },
  },
]);

async function receiptOf(context: CheckContext, person: Person): Promise<ApiResponse> {
  return context.succeed(person, 'payments.getReceipt', 'a payment that was verified');
}

function accountsIn({ json }: ApiResponse): Record<string, unknown>[] {
  return entriesOf(fieldsOf(json).bankAccountList);
}

function textOfValue({ id, bank, account, status }: Record<string, unknown>): string {
  return `${id}, ${bank}, ${account}, ${status}`;
}

async function expectConsistentPayment(
  context: CheckContext,
  response: ApiResponse,
): Promise<void> {
  const { datePaid, isOffline, bankAccount, accountNumber } = fieldsOf(response.json);
  if (isOffline === false) throw failure('isOffline true', response);
  const paid = timeOf(datePaid);
  // Leaves room for time zones and for clocks that are wrong.
  const mostMs = /[T ].*(Z|[+-]\d\d:?\d\d)$/.test(String(datePaid))
    ? maxClockDifferenceMs
    : 2 * dayMs;
  if (paid !== undefined && !(Math.abs(paid - Date.now()) < mostMs)) {
    throw failure('the date of today', String(datePaid), response);
  }
  if (!bankAccount || !accountNumber) return;
  const banks = await context.reference.banks();
  const bank = banks.find(({ account }) => account === String(accountNumber))?.bank;
  if (bank !== undefined && String(bankAccount).trim() !== bank.trim()) {
    throw failure(`the bank ${bank}`, `"${bankAccount}"`, response);
  }
}

/** Reads a date that is a text, a number or a list; `undefined` for anything else. */
function timeOf(date: unknown): number | undefined {
  if (date === null || date === undefined || date === '') return undefined;
  if (Array.isArray(date) && date.length === 0) return undefined;
  if (Array.isArray(date)) {
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = date.map(Number);
    return Date.UTC(year, month - 1, day, hour, minute);
  }
  const number = Number(date);
  // A backend may send seconds or milliseconds since 1970.
  if (Number.isFinite(number)) return number < 1e11 ? number * 1000 : number;
  const time = Date.parse(String(date));
  if (Number.isNaN(time)) throw skip(`the date ${date} is written in a way of its own`);
  return time;
}
