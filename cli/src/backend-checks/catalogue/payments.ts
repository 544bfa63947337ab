/** The fee: its price, currency, accounts and receipt have to agree (specification/journey §2, §3, §7). */

import { isDeepStrictEqual } from 'node:util';
import { isBefore } from '../../applicant/stages.ts';
import { isPayable } from '../../backend/provider.ts';
import { makeFailure, makeSkip } from '../../checks/outcome.ts';
import { entriesOf, fieldsOf } from '../../core/json.ts';
import { performMove, requestDecision, updatePendingPayment } from '../applicant-walk.ts';
import type { Person } from '../applicants.ts';
import { makeBlockBy } from '../blame.ts';
import { type BackendCheck, type CheckContext, makeSimilarChecks, type RunFor } from '../check.ts';
import {
  expectFields,
  expectRefused,
  expectSameText,
  expectState,
  findDuplicate,
  rememberRecord,
  toLowerText,
} from '../expect.ts';
import type { ApiResponse } from '../http-messages.ts';

const payInDollars = (method: string) => ({ method, currency: 'USD', price: 20 });

const beforePayment = { stage: 'TOOK_EXAM' } as const;
const afterPayment = { stage: 'BIOGRAPHIC_APPLICANT' } as const;

export const paymentScenarios: readonly BackendCheck[] = makeSimilarChecks(beforePayment, [
  {
    id: 'payments.getPending/same-as-exam',
    sentence: 'payments.getPending MUST answer the code and the amount of the exam result.',
    rule: 'payment#same-as-the-exams-result',
    runFor: async (context, person) => {
      const { examPayment: payment } = person;
      if (!payment)
        throw makeBlockBy(
          'exams.submit',
          'right answers failed',
          'the result of the exam has no payment',
        );
      const response = await context.sendAs(person, 'payments.getPending');
      const { paymentCode, paymentAmount } = readPaymentDto(response);
      expectEqual(response, 'the code of the exam result', paymentCode, payment.code);
      const amountText = `the amount of the exam result, ${payment.amount}`;
      expectEqual(response, amountText, Number(paymentAmount), payment.amount);
    },
  },
  {
    id: 'payments.getPending/own-code',
    sentence: 'Every applicant MUST have a payment code of her own.',
    rule: 'payment#a-code-of-her-own',
    runFor: makeTwoValuesRun('codes', async (context, person) => [
      readPaymentDto(await readPending(context, person)).paymentCode,
    ]),
  },
  {
    id: 'payments.makeOffline/inactive-bank',
    sentence: 'payments.makeOffline SHOULD refuse a bank account that is not ACTIVE.',
    rule: 'payment#an-account-in-use',
    run: async (context) => {
      const closedAccount = (await context.referenceData.readBankAccounts()).find(
        ({ status }) => status !== 'ACTIVE',
      );
      if (!closedAccount) throw makeSkip('every bank account is ACTIVE');
      const person = await context.lendPerson('TOOK_EXAM');
      await updatePendingPayment(person, context.helpers);
      const personWithClosedAccount = { ...person, bankAccount: closedAccount.account };
      const response = await context.sendAs(personWithClosedAccount, 'payments.makeOffline');
      expectRefused(context, response, 'a bank account that is not ACTIVE');
    },
  },
  {
    id: 'payments.payOnline/waits',
    sentence:
      'payments.payOnline MUST NOT change the state before the provider reports the payment.',
    rule: 'payment#paid-when-the-provider-says-so',
    leavesOpen: 'What happens when the provider reports: the journey pays with --pay.',
    runFor: async (context, person) => {
      await context.performOperation(person, 'payments.payOnline', 'a payment online');
      await expectState(context, person, 'TOOK_EXAM');
    },
  },
  {
    id: 'payments.payOnline/keeps-due',
    sentence: 'What is due MUST stay as it was, whatever price payments.payOnline is sent.',
    rule: 'payment#prices',
    runFor: async (context, person) => {
      await updatePendingPayment(person, context.helpers);
      const record = await rememberRecord(person, context.helpers, 'payments.payOnline');
      for (const { method, currency, price } of [
        payInDollars('paypal'),
        { method: 'arifpay', currency: 'ETB', price: (person.payment?.amount ?? 0) + 100 },
        { method: 'arifpay', currency: 'ETB', price: 1 },
      ]) {
        const bodyFields = { method, currency, price };
        const response = await context.sendWith(person, 'payments.payOnline', bodyFields);
        await record.expectUnchanged(`a price of ${price} ${currency}`, response);
      }
    },
  },
  {
    id: 'payments.payOnline/https',
    sentence:
      'payments.payOnline MUST answer an https address, also when she chooses a provider again.',
    rule: 'payment#the-providers-address',
    leavesOpen: 'Whether the address is on the site’s list.',
    runFor: async (context, person) => {
      const firstResponse = await performMove('payments.payOnline', person, context.helpers);
      const secondResponse = await context.sendAs(person, 'payments.payOnline');
      for (const response of [firstResponse, secondResponse]) {
        const redirectAddress = String(fieldsOf(response.json).redirect);
        // The text of a missing value stands in addresses that a program built wrongly.
        const hasUnfilledPart = /\b(undefined|null|NaN)\b/.test(redirectAddress);
        const observedText = hasUnfilledPart
          ? 'an address that holds the text of a missing value'
          : `an address that begins with "${redirectAddress.slice(0, 12)}"`;
        if (response.status >= 300) throw makeFailure('a redirect with https', response);
        if (!isPayable(redirectAddress) || hasUnfilledPart)
          throw makeFailure('a redirect with https', observedText, response);
      }
    },
  },
  {
    id: 'payments.getReceipt/before-payment',
    sentence: 'payments.getReceipt MUST refuse the code of a payment that is still due.',
    rule: 'payment#no-receipt-before-payment',
    runFor: async (context, person) => {
      await updatePendingPayment(person, context.helpers);
      const response = await context.sendAs(person, 'payments.getReceipt');
      expectRefused(context, response, 'a payment that is still due');
    },
  },
  {
    id: 'payments.getPending/amount',
    sentence: 'The amount to pay MUST be more than nothing.',
    rule: 'payment#more-than-nothing',
    runFor: async (context, person) => {
      const response = await readPending(context, person);
      const pendingAmount = Number(readPaymentDto(response).paymentAmount);
      const bothAmounts = [pendingAmount, person.examPayment?.amount ?? pendingAmount];
      if (bothAmounts.some((amount) => !(amount > 0)))
        throw makeFailure('a positive amount', bothAmounts.join(', '), response);
    },
  },
  {
    id: 'payments.getPending/where-to-pay',
    sentence: 'What is pending MUST name the college’s own accounts, and one of them in use.',
    rule: 'payment#where-to-pay',
    runFor: async (context, person) => {
      const response = await context.sendAs(person, 'payments.getPending');
      const answeredAccounts = [...readAccounts(response), ...(person.examPayment?.banks ?? [])];
      if (answeredAccounts.length === 0) return;
      const listedAccountTexts = (await context.referenceData.readBankAccounts()).map((account) =>
        formatBankAccount({ ...account }),
      );
      const unlistedAccountText = answeredAccounts
        .map(formatBankAccount)
        .find((accountText) => !listedAccountTexts.includes(accountText));
      if (unlistedAccountText !== undefined)
        throw makeFailure('accounts as on the list', unlistedAccountText, response);
      for (const listedAccounts of [readAccounts(response), person.examPayment?.banks ?? []]) {
        const repeatedAccountNumber = findDuplicate(
          listedAccounts.map(({ account }) => String(account)),
        );
        if (repeatedAccountNumber !== undefined)
          throw makeFailure('each account once', `${repeatedAccountNumber} twice`, response);
      }
      if (!answeredAccounts.some(({ status }) => status === 'ACTIVE')) {
        throw makeFailure('an account that is ACTIVE', 'none', response);
      }
    },
  },
  {
    id: 'payments.getPending/same-words',
    sentence: 'The exam’s result and payments.getPending SHOULD describe the payment alike.',
    rule: 'payment#same-as-the-exams-result',
    runFor: async (context, person) => {
      const response = await context.sendAs(person, 'payments.getPending');
      const { paymentDescription } = readPaymentDto(response);
      expectSameWords(response, paymentDescription, person.examPayment?.description);
    },
  },
  {
    id: 'payments.payOnline/own-address',
    sentence: 'payments.payOnline SHOULD answer another address for another applicant.',
    rule: 'payment#the-providers-address',
    runFor: makeTwoValuesRun('addresses', async (context, person) => {
      await updatePendingPayment(person, context.helpers);
      const redirects: unknown[] = [];
      for (const bodyFields of [{}, ...['paypal', 'stripe'].map(payInDollars)]) {
        const response = await context.sendWith(person, 'payments.payOnline', bodyFields);
        redirects.push(response.status < 300 ? fieldsOf(response.json).redirect : undefined);
      }
      return redirects;
    }),
  },
]);

export const receiptScenarios: readonly BackendCheck[] = makeSimilarChecks(afterPayment, [
  {
    id: 'payments.getReceipt/same-as-payment',
    sentence: 'payments.getReceipt MUST answer the code, the amount and the person of the payment.',
    runFor: async (context, person) => {
      const response = await readReceipt(context, person);
      expectHerReceipt(response, person);
      const { accountNumber = '' } = fieldsOf(response.json);
      if (accountNumber === null || accountNumber === '') return;
      const paidAccountNumber =
        person.bankAccount ?? (await context.referenceData.readActiveAccount()).account;
      if (String(accountNumber) !== paidAccountNumber)
        throw makeFailure(`the account ${paidAccountNumber}`, `${accountNumber}`, response);
    },
  },
  {
    id: 'payments.getReceipt/expected-fields',
    sentence:
      'A receipt of a bank deposit SHOULD say who paid, when, to which account and with which reference.',
    runFor: async (context, person) => {
      const response = await readReceipt(context, person);
      expectFields(response, ['applicant', 'datePaid', 'accountNumber', 'transactionReference']);
    },
  },
  {
    id: 'payments.getReceipt/same-words',
    sentence: 'A receipt SHOULD describe the payment as it was described when it was due.',
    runFor: async (context, person) => {
      const response = await readReceipt(context, person);
      const { description } = fieldsOf(response.json);
      expectSameWords(response, description, person.payment?.description);
    },
  },
  {
    id: 'payments.getReceipt/belongs-together',
    sentence: 'A receipt MUST name the day, the way and the bank of the payment.',
    rule: 'payment#day-way-and-bank',
    runFor: async (context, person) => {
      await expectConsistentDeposit(context, await readReceipt(context, person));
    },
  },
  {
    id: 'payments.getReceipt/college-time',
    sentence: 'A time without its zone SHOULD be that of the college, which is not UTC.',
    rule: 'payment#day-way-and-bank',
    runFor: async (context, person) => {
      const response = await readReceipt(context, person);
      const { datePaid } = fieldsOf(response.json);
      if (Math.abs(Date.now() - readZonelessTimeMs(datePaid)) < maxRunMs)
        throw makeFailure('the time in Addis Ababa', `${datePaid}, the time in UTC`, response);
    },
  },
  {
    id: 'payments.getReceipt/stays',
    sentence: 'A receipt MUST be the same whenever it is read.',
    rule: 'payment#day-way-and-bank',
    afterAll: true,
    run: async (context) => {
      const { everybody } = context.runContext.people;
      // Of those who have come furthest, because a later step may have changed it.
      const [person] = everybody
        .filter(({ firstReceipt }) => firstReceipt)
        .sort((a, b) => (isBefore(a.stage, b.stage) ? 1 : -1));
      if (!person) throw makeSkip('the run has read no receipt');
      await expectFirstReceipt(context, person);
      const waitingPerson = await context.lendPerson('ACTIVATION_PAID');
      const earlyResponse = await context.sendAs(waitingPerson, 'payments.getReceipt');
      // A backend may have no receipt before the verification.
      if (earlyResponse.status >= 300) return;
      waitingPerson.firstReceipt = earlyResponse.json;
      await requestDecision('verify', waitingPerson, context.helpers);
      await expectFirstReceipt(context, waitingPerson);
    },
  },
  {
    id: 'payments.getReceipt/own-receipt',
    sentence: 'Two payments MUST have two receipts.',
    rule: 'payment#one-receipt-a-payment',
    runFor: makeTwoValuesRun('receipts', async (context, person) => {
      const receipt = fieldsOf((await readReceipt(context, person)).json);
      const fieldNames = ['paymentCode', 'email', 'applicant', 'transactionReference'];
      return fieldNames.map((fieldName) => receipt[fieldName]);
    }),
  },
]);

export function expectHerReceipt(
  response: ApiResponse,
  { payment, email, applicantInput, transactionReference, paidReference }: Person,
): void {
  const receiptBody = fieldsOf(response.json);
  const shownReference = receiptBody.transactionReference;
  expectEqual(response, 'the code that was paid', receiptBody.paymentCode, payment?.code);
  const amountText = `the amount that was paid, ${payment?.amount}`;
  expectEqual(response, amountText, Number(receiptBody.paymentAmount), payment?.amount);
  const sentReference = paidReference ?? transactionReference;
  if (shownReference)
    expectSameText(response, 'transactionReference', shownReference, sentReference);
  if (receiptBody.email)
    expectEqual(response, 'her address', toLowerText(receiptBody.email), toLowerText(email));
  const { firstName, middleName, lastName } = applicantInput.register;
  const shownNames = toLowerText(receiptBody.applicant).split(/\s+/);
  if (receiptBody.applicant && !shownNames.includes(toLowerText(lastName)))
    throw makeFailure('her name', 'another name', response);
  // Eight more characters leave room for a title, but not for the name a second time.
  const maxPayerLength = `${firstName} ${middleName} ${lastName}`.length + 8;
  if (String(receiptBody.applicant ?? '').length > maxPayerLength) {
    throw makeFailure('her name, once', 'a longer one', response);
  }
}

function expectEqual(
  response: ApiResponse,
  expectedText: string,
  actualValue: unknown,
  expectedValue: unknown,
): void {
  if (actualValue !== expectedValue) throw makeFailure(expectedText, response);
}

function readPending(context: CheckContext, person: Person): Promise<ApiResponse> {
  return context.sendAndExpectSuccess(person, 'payments.getPending', 'a payment that is pending');
}

function readPaymentDto({ json }: ApiResponse): Record<string, unknown> {
  return fieldsOf(fieldsOf(json).paymentDto);
}

/** A receipt is younger than this, because it was paid in the run. */
const maxRunMs = 30 * 60_000;
const dayMs = 24 * 60 * 60_000;

/** The fields of a receipt that no change of her names changes. */
const lastingFields = [
  'datePaid',
  'paymentCode',
  'paymentAmount',
  'transactionReference',
  'accountNumber',
  'isOffline',
];

/**
 * How much two clocks may differ. This is less than Ethiopia's offset of three hours, so a time in UTC that is labelled
 * as Addis Ababa's is noticed.
 */
const maxClockDifferenceMs = 2.5 * 60 * 60_000;

/** Expects that none of the values is the same for two applicants; one that is empty is not compared. */
function makeTwoValuesRun(
  subject: string,
  readValues: (context: CheckContext, person: Person) => Promise<unknown[]>,
): RunFor {
  return async (context, person) => {
    const otherPerson = await context.lendPerson(person.stage);
    const firstValues = await readValues(context, person);
    const secondValues = await readValues(context, otherPerson);
    const commonValue = secondValues.find(
      (value, index) => (value ?? '') !== '' && value === firstValues[index],
    );
    if (commonValue !== undefined)
      throw makeFailure(`two ${subject}`, `${commonValue} for both`, context.lastResponse);
  };
}

function expectSameWords(response: ApiResponse, words: unknown, expectedWords?: string): void {
  if (words && expectedWords && words !== expectedWords)
    throw makeFailure(`"${expectedWords}"`, `"${words}"`, response);
}

async function readReceipt(context: CheckContext, person: Person): Promise<ApiResponse> {
  const callText = 'a payment that was verified';
  const response = await context.sendAndExpectSuccess(person, 'payments.getReceipt', callText);
  person.firstReceipt ??= response.json;
  return response;
}

/** Expects that her receipt has what it had when it was read first; a field that was empty then may be filled. */
async function expectFirstReceipt(context: CheckContext, person: Person): Promise<void> {
  const response = await readReceipt(context, person);
  const receipt = fieldsOf(response.json);
  for (const field of lastingFields) {
    const firstValue = fieldsOf(person.firstReceipt)[field] ?? '';
    if (firstValue === '' || isDeepStrictEqual(receipt[field], firstValue)) continue;
    throw makeFailure(`${field} ${firstValue} again`, `${receipt[field]}`, response);
  }
}

function readAccounts({ json }: ApiResponse): Record<string, unknown>[] {
  return entriesOf(fieldsOf(json).bankAccountList);
}

function formatBankAccount({ id, bank, account, status }: Record<string, unknown>): string {
  return `${id}, ${bank}, ${account}, ${status}`;
}

/** Expects that a receipt, where it has the fields, is that of a deposit of today at the bank it names. */
export async function expectConsistentDeposit(
  context: CheckContext,
  response: ApiResponse,
): Promise<void> {
  const { isOffline, bankAccount, accountNumber } = fieldsOf(response.json);
  if (isOffline === false) throw makeFailure('isOffline true', response);
  expectPaidToday(response);
  if (!bankAccount || !accountNumber) return;
  const listedAccounts = await context.referenceData.readBankAccounts();
  const bankName = listedAccounts.find(({ account }) => account === String(accountNumber))?.bank;
  if (bankName !== undefined && String(bankAccount).trim() !== bankName.trim()) {
    throw makeFailure(`the bank ${bankName}`, `"${bankAccount}"`, response);
  }
}

/** Expects that the date of a receipt, if it has one, is that of today. */
export function expectPaidToday(response: ApiResponse): void {
  const { datePaid } = fieldsOf(response.json);
  const paidTimeMs = parseTimeMs(datePaid);
  // Leaves room for time zones and for clocks that are wrong.
  const maxDifferenceMs =
    /^.{10}[T ].{1,40}$/.test(String(datePaid)) && /(?:Z|[+-]\d\d:?\d\d)$/.test(String(datePaid))
      ? maxClockDifferenceMs
      : 2 * dayMs;
  if (paidTimeMs !== undefined && !(Math.abs(paidTimeMs - Date.now()) < maxDifferenceMs)) {
    throw makeFailure('the date of today', String(datePaid), response);
  }
}

/** Reads a time without its zone as one in UTC; NaN for any other date. */
function readZonelessTimeMs(date: unknown): number {
  if (Array.isArray(date)) return parseTimeMs(date) ?? Number.NaN;
  const [, day, time] = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d[\d:.]*)$/.exec(String(date)) ?? [];
  return Date.parse(`${day}T${time}Z`);
}

/** Reads a date that is a text, a number or a list; `undefined` for anything else. */
function parseTimeMs(date: unknown): number | undefined {
  if (date === null || date === undefined || date === '') return undefined;
  if (Array.isArray(date) && date.length === 0) return undefined;
  if (Array.isArray(date)) {
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = date.map(Number);
    return Date.UTC(year, month - 1, day, hour, minute);
  }
  const number = Number(date);
  // A backend may send seconds or milliseconds since 1970.
  if (Number.isFinite(number)) return number < 1e11 ? number * 1000 : number;
  const timeMs = Date.parse(String(date));
  if (Number.isNaN(timeMs) && /^\d{4}-\d\d-\d\d/.test(String(date)))
    throw makeFailure('a date that exists', String(date));
  if (Number.isNaN(timeMs)) throw makeSkip(`the date ${date} is written in a way of its own`);
  return timeMs;
}
