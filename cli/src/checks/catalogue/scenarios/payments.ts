/** The fee: one code, one amount, from the exam to the receipt (2 §3, §4, §7). */
import { toOfflinePayment } from '@one-planet/contract';
import { isPayable } from '../../../applicant/payable.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../context.ts';
import { expectAccepted, expectRefused } from '../../expect.ts';
import { Blocked, Failed, Skipped } from '../../outcome.ts';
import { storedFile } from '../../people/calls.ts';
import type { Person } from '../../people/person.ts';
import { snapshot } from '../../people/snapshot.ts';
import { learnPayment, perform } from '../../people/walk.ts';
import { describeReply, fieldsOf, type Reply } from '../../wire/reply.ts';
import { scenarios } from './scenario.ts';

export const paymentScenarios: readonly Check[] = scenarios([
  {
    id: 'payments.getPending/same-as-exam',
    sentence: 'payments.getPending MUST answer the code and the amount of the exam result.',
    rule: 'payment#same-as-the-exams-result',
    proves: 'What she copied from the result page is what she pays.',
    stage: 'TOOK_EXAM',
    run: async (context) => {
      const person = await context.person('TOOK_EXAM');
      const { examPayment: payment } = person;
      if (!payment) throw new Blocked('exams.submit/all-right', 'the exam told no payment');
      const reply = await context.sendAs(person, 'payments.getPending');
      const { paymentCode, paymentAmount } = fieldsOf(fieldsOf(reply.json).paymentDto);
      same(reply, 'the code of the exam result', paymentCode, payment.code);
      same(
        reply,
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
    proves: 'Two applicants who have passed get different codes.',
    stage: 'TOOK_EXAM',
    run: async (context) => {
      const [one, other] = [await context.person('TOOK_EXAM'), await context.person('TOOK_EXAM')];
      const codes = await Promise.all([pendingCode(context, one), pendingCode(context, other)]);
      if (codes[0] === codes[1]) throw new Failed('two codes', `${codes[0]} for both`);
    },
  },
  {
    id: 'payments.getPending/listed-banks',
    sentence: 'The bank accounts of payments.getPending MUST be accounts of bankAccounts.list.',
    rule: 'payment#where-to-pay',
    proves: 'Nobody is told to pay to an account the college does not have.',
    stage: 'TOOK_EXAM',
    run: async (context) => {
      const person = await context.person('TOOK_EXAM');
      const reply = await context.sendAs(person, 'payments.getPending');
      const { bankAccountList } = fieldsOf(reply.json);
      const told = Array.isArray(bankAccountList) ? bankAccountList : [];
      const known = new Set((await context.reference.banks()).map(({ account }) => account));
      const stranger = told
        .map((one) => fieldsOf(one).account)
        .find((one) => !known.has(String(one)));
      if (stranger !== undefined)
        throw new Failed('accounts of the list', `the account ${stranger}`, reply);
    },
  },
  {
    id: 'payments.makeOffline/inactive-bank',
    sentence: 'payments.makeOffline SHOULD refuse a bank account that is not ACTIVE.',
    level: 'should',
    rule: 'payment#an-account-in-use',
    proves: 'Only the accounts the site offers are accepted.',
    stage: 'TOOK_EXAM',
    run: async (context) => {
      const closed = (await context.reference.banks()).find(({ status }) => status !== 'ACTIVE');
      if (!closed) throw new Skipped('every bank account is ACTIVE');
      const person = await context.person('TOOK_EXAM');
      await learnPayment(person, context.helpers);
      const form = {
        paymentCode: person.payment?.code ?? '',
        paymentBank: closed.account,
        txnRefNumber: person.transactionReference,
        receiptFile: undefined,
      };
      const body = toOfflinePayment(form, await storedFile(person, 'receipt', context.helpers));
      const reply = await context.sendAs(person, 'payments.makeOffline', { body });
      expectRefused(context, reply, 'a bank account that is not ACTIVE', { prefer: [400] });
    },
  },
  {
    id: 'payments.payOnline/waits',
    sentence:
      'payments.payOnline MUST NOT change the state before the provider reports the payment.',
    rule: 'payment#paid-when-the-provider-says-so',
    proves: 'After the provider’s address was answered, she is still TOOK_EXAM.',
    leavesOpen: 'What happens when the provider reports: the journey pays with --pay.',
    stage: 'TOOK_EXAM',
    run: async (context) => {
      const person = await context.person('TOOK_EXAM');
      expectAccepted(
        await perform('payments.payOnline', person, context.helpers),
        'a payment online',
      );
      const { status } = await snapshot(person, context.helpers);
      if (status !== 'TOOK_EXAM') throw new Failed('the state TOOK_EXAM', String(status));
    },
  },
  {
    id: 'payments.payOnline/https',
    sentence: 'payments.payOnline MUST answer an https address.',
    rule: 'payment#the-providers-address',
    proves: 'The site follows no other address. On this machine, http is accepted too.',
    leavesOpen: 'Whether the address is on the site’s list.',
    stage: 'TOOK_EXAM',
    run: async (context) => {
      const person = await context.person('TOOK_EXAM');
      const reply = await perform('payments.payOnline', person, context.helpers);
      const { redirect } = fieldsOf(reply.json);
      if (reply.status < 300 && isPayable(String(redirect))) return;
      throw new Failed('a redirect with https', describeReply(reply), reply);
    },
  },
  {
    id: 'payments.getReceipt/same-as-payment',
    sentence: 'payments.getReceipt MUST answer the code, the amount and the person of the payment.',
    rule: 'payment#receipt',
    proves:
      'Code and amount are those of the payment; reference, address, name and account are hers where they are included.',
    stage: 'BIOGRAPHIC_APPLICANT',
    run: async (context) => {
      const person = await context.person('BIOGRAPHIC_APPLICANT');
      const reply = await context.sendAs(person, 'payments.getReceipt');
      expectAccepted(reply, 'a payment that was verified');
      expectHerReceipt(reply, person);
      const { accountNumber } = fieldsOf(reply.json);
      await expectAccount(context, reply, accountNumber);
    },
  },
]);

function expectHerReceipt(
  reply: Reply,
  { payment, email, input, transactionReference }: Person,
): void {
  const told = fieldsOf(reply.json);
  same(reply, 'the code that was paid', told.paymentCode, payment?.code);
  same(
    reply,
    `the amount that was paid, ${payment?.amount}`,
    Number(told.paymentAmount),
    payment?.amount,
  );
  if (told.transactionReference) {
    same(
      reply,
      'the transaction reference that was sent',
      told.transactionReference,
      transactionReference,
    );
  }
  const lower = (value: unknown) => String(value).toLowerCase();
  if (told.email) same(reply, 'her address', lower(told.email), lower(email));
  const { lastName } = input.register;
  if (told.applicant && !lower(told.applicant).split(/\s+/).includes(lower(lastName))) {
    throw new Failed('her name', 'another name', reply);
  }
  const { firstName, middleName } = input.register;
  // With a title, perhaps; not twice.
  const longest = `${firstName} ${middleName} ${lastName}`.length + 8;
  if (String(told.applicant ?? '').length > longest) {
    throw new Failed('her name, once', 'a longer one', reply);
  }
}

async function expectAccount(context: CheckContext, reply: Reply, account: unknown): Promise<void> {
  if (account === null || account === undefined || account === '') return;
  same(
    reply,
    'the account that was paid to',
    String(account),
    (await context.reference.bank()).account,
  );
}

function same(reply: Reply, what: string, got: unknown, expected: unknown): void {
  if (got !== expected) throw new Failed(what, describeReply(reply), reply);
}

async function pendingCode(context: CheckContext, person: Person): Promise<unknown> {
  const reply = await context.sendAs(person, 'payments.getPending');
  expectAccepted(reply, 'a payment that is pending');
  return fieldsOf(fieldsOf(reply.json).paymentDto).paymentCode;
}
