/** The fee belongs together: price, currency, accounts, receipt (2 §2, §3, §7). */
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../context.ts';
import { expectAccepted, expectFields, expectRefused, firstTwice } from '../../expect.ts';
import { Failed, Skipped } from '../../outcome.ts';
import type { Person } from '../../people/person.ts';
import { learnPayment, perform } from '../../people/walk.ts';
import { describeReply, fieldsOf, type Reply } from '../../wire/reply.ts';
import { scenarios } from './scenario.ts';

const dayMs = 24 * 60 * 60_000;

export const moneyScenarios: readonly Check[] = scenarios([
  {
    id: 'payments.getReceipt/before-payment',
    sentence: 'payments.getReceipt MUST refuse the code of a payment that is still due.',
    rule: 'payment#no-receipt-before-payment',
    proves: 'Nobody has a receipt for what she has not paid.',
    stage: 'TOOK_EXAM',
    run: async (context) => {
      const person = await context.person('TOOK_EXAM');
      await learnPayment(person, context.helpers);
      const reply = await context.sendAs(person, 'payments.getReceipt');
      expectRefused(context, reply, 'a payment that is still due', { prefer: [404] });
    },
  },
  {
    id: 'payments.getPending/amount',
    sentence: 'The amount to pay MUST be more than nothing.',
    rule: 'payment#more-than-nothing',
    proves: 'The exam’s result and payments.getPending name a positive amount.',
    stage: 'TOOK_EXAM',
    run: async (context) => {
      const person = await context.person('TOOK_EXAM');
      const reply = await context.sendAs(person, 'payments.getPending');
      expectAccepted(reply, 'a payment that is pending');
      const amount = Number(fieldsOf(fieldsOf(reply.json).paymentDto).paymentAmount);
      const told = [amount, person.examPayment?.amount ?? amount];
      if (told.some((one) => !(one > 0)))
        throw new Failed('a positive amount', told.join(', '), reply);
    },
  },
  {
    id: 'payments.getPending/where-to-pay',
    sentence: 'What is pending MUST tell the college’s own accounts, and one of them in use.',
    rule: 'payment#where-to-pay',
    proves:
      'Where bank accounts are told, with the exam’s result or with the pending payment, each has the id, the bank and the status it has in bankAccounts.list, and one is ACTIVE.',
    stage: 'TOOK_EXAM',
    run: async (context) => {
      const person = await context.person('TOOK_EXAM');
      const reply = await context.sendAs(person, 'payments.getPending');
      const told = [...accountsIn(reply), ...(person.examPayment?.banks ?? [])];
      if (told.length === 0) return;
      const known = (await context.reference.banks()).map((one) => asText({ ...one }));
      const stranger = told.map(asText).find((one) => !known.includes(one));
      if (stranger !== undefined) throw new Failed('accounts as on the list', stranger, reply);
      for (const list of [accountsIn(reply), person.examPayment?.banks ?? []]) {
        const twice = firstTwice(list.map(({ account }) => String(account)));
        if (twice !== undefined) throw new Failed('each account once', `${twice} twice`, reply);
      }
      if (!told.some(({ status }) => status === 'ACTIVE')) {
        throw new Failed('an account that is ACTIVE', 'none', reply);
      }
    },
  },
  {
    id: 'payments.getPending/same-words',
    sentence: 'The exam’s result and payments.getPending SHOULD describe the payment alike.',
    level: 'should',
    rule: 'payment#same-as-the-exams-result',
    proves: 'Where both describe what is paid for, they do it in the same words.',
    stage: 'TOOK_EXAM',
    run: async (context) => {
      const person = await context.person('TOOK_EXAM');
      const reply = await context.sendAs(person, 'payments.getPending');
      const { paymentDescription: told } = fieldsOf(fieldsOf(reply.json).paymentDto);
      const said = person.examPayment?.description;
      if (told && said && told !== said) throw new Failed(`"${said}"`, `"${told}"`, reply);
    },
  },
  {
    id: 'payments.payOnline/own-address',
    sentence: 'payments.payOnline SHOULD answer another address for another applicant.',
    level: 'should',
    rule: 'payment#the-providers-address',
    proves: 'Two applicants are not sent to one payment.',
    stage: 'TOOK_EXAM',
    run: async (context) => {
      const people = [await context.person('TOOK_EXAM'), await context.person('TOOK_EXAM')];
      const told: unknown[] = [];
      for (const person of people) {
        const reply = await perform('payments.payOnline', person, context.helpers);
        expectAccepted(reply, 'a payment online');
        told.push(fieldsOf(reply.json).redirect);
      }
      if (told[0] === told[1]) throw new Failed('two addresses', 'one for both', context.last);
    },
  },
  {
    id: 'payments.getReceipt/expected-fields',
    sentence:
      'A receipt of a bank deposit SHOULD tell who paid, when, to which account and with which reference.',
    level: 'should',
    rule: 'payment#receipt',
    proves: 'The fields applicant, datePaid, accountNumber and transactionReference are there.',
    stage: 'BIOGRAPHIC_APPLICANT',
    run: async (context) => {
      const reply = await receiptOf(context, await context.person('BIOGRAPHIC_APPLICANT'));
      expectFields(reply, ['applicant', 'datePaid', 'accountNumber', 'transactionReference']);
    },
  },
  {
    id: 'payments.getReceipt/same-words',
    sentence: 'A receipt SHOULD describe the payment as it was described when it was due.',
    level: 'should',
    rule: 'payment#receipt',
    proves: 'Where both describe what was paid for, they do it in the same words.',
    stage: 'BIOGRAPHIC_APPLICANT',
    run: async (context) => {
      const person = await context.person('BIOGRAPHIC_APPLICANT');
      const reply = await receiptOf(context, person);
      const { description } = fieldsOf(reply.json);
      const due = person.payment?.description;
      if (description && due && description !== due) {
        throw new Failed(`"${due}"`, `"${description}"`, reply);
      }
    },
  },
  {
    id: 'payments.getReceipt/belongs-together',
    sentence: 'A receipt MUST name the day, the way and the bank of the payment.',
    rule: 'payment#day-way-and-bank',
    proves:
      'After a bank deposit, where they are told: the date is today’s, isOffline is true, and the bank is that of the account.',
    stage: 'BIOGRAPHIC_APPLICANT',
    run: async (context) => {
      const person = await context.person('BIOGRAPHIC_APPLICANT');
      await expectTogether(context, await receiptOf(context, person));
    },
  },
  {
    id: 'payments.getReceipt/own-receipt',
    sentence: 'Two payments MUST have two receipts.',
    rule: 'payment#one-receipt-a-payment',
    proves: 'The receipts of two applicants differ in their codes and in whom they name.',
    stage: 'BIOGRAPHIC_APPLICANT',
    run: async (context) => {
      const stage = 'BIOGRAPHIC_APPLICANT';
      const people = [await context.person(stage), await context.person(stage)];
      const told = await Promise.all(people.map((person) => receiptOf(context, person)));
      const [one = {}, other = {}] = told.map(({ json }) => fieldsOf(json));
      for (const field of ['paymentCode', 'email', 'applicant', 'transactionReference']) {
        if ((one[field] ?? '') !== '' && one[field] === other[field]) {
          throw new Failed(`another ${field}`, 'the same on both', told[1]);
        }
      }
    },
  },
]);

async function receiptOf(context: CheckContext, person: Person): Promise<Reply> {
  const reply = await context.sendAs(person, 'payments.getReceipt');
  expectAccepted(reply, 'a payment that was verified');
  return reply;
}

function accountsIn({ json }: Reply): Record<string, unknown>[] {
  const { bankAccountList } = fieldsOf(json);
  return Array.isArray(bankAccountList) ? bankAccountList.map(fieldsOf) : [];
}

function asText({ id, bank, account, status }: Record<string, unknown>): string {
  return `${id}, ${bank}, ${account}, ${status}`;
}

async function expectTogether(context: CheckContext, reply: Reply): Promise<void> {
  const { datePaid, isOffline, bankAccount, accountNumber } = fieldsOf(reply.json);
  if (isOffline === false) throw new Failed('isOffline true', describeReply(reply), reply);
  const paid = timeOf(datePaid);
  // Time zones, and clocks that are wrong.
  if (paid !== undefined && !(Math.abs(paid - Date.now()) < 2 * dayMs)) {
    throw new Failed('the date of today', String(datePaid), reply);
  }
  if (!bankAccount || !accountNumber) return;
  const banks = await context.reference.banks();
  const bank = banks.find(({ account }) => account === String(accountNumber))?.bank;
  if (bank !== undefined && String(bankAccount).trim() !== bank.trim()) {
    throw new Failed(`the bank ${bank}`, `"${bankAccount}"`, reply);
  }
}

/** A date as text, as a number, or as a list; `undefined` where there is none. */
function timeOf(date: unknown): number | undefined {
  if (date === null || date === undefined || date === '') return undefined;
  if (Array.isArray(date) && date.length === 0) return undefined;
  if (Array.isArray(date)) {
    const [year = 0, month = 1, day = 1, hour = 0, minute = 0] = date.map(Number);
    return Date.UTC(year, month - 1, day, hour, minute);
  }
  const number = Number(date);
  // In seconds or in milliseconds.
  if (Number.isFinite(number)) return number < 1e11 ? number * 1000 : number;
  const time = Date.parse(String(date));
  if (Number.isNaN(time)) throw new Skipped(`the date ${date} is written in a way of its own`);
  return time;
}
