/** Faults in payments and receipts. */
import type { LifecycleName } from '@one-planet/contract';
import type { Payment } from '../world/entities.ts';
import { findFile, storeFile } from '../world/files.ts';
import { changePayment, findPayment, paymentOf } from '../world/payments.ts';
import type { World } from '../world/world.ts';
import {
  type Behaviour,
  type Call,
  changesBody,
  type Fault,
  type Fields,
  faultsOf,
  refusesAnyway,
  wrapsHandler,
  wrapsValidation,
} from './fault.ts';

/** A code that only the fault `code-differs` maps back to the real one. No real code contains a zero. */
const toOtherCode = (code: string) => code.replace('OPC-', 'OPC-0');
const toRightCode = (code: string) => code.replace('OPC-0', 'OPC-');

/** Accepts an invalid payment and stores it as it came. */
function acceptsPayment(
  sentence: string,
  makeValid: (body: Fields, call: Call) => Promise<Partial<Payment> | undefined>,
): Behaviour {
  const handlerWrapper = wrapsHandler('payments.makeOffline', async (call, next) => {
    const body = { ...(call.body as Fields) };
    const storedBody = await makeValid(body, call);
    call.body = body;
    const result = await next();
    const payment = call.person && paymentOf(call.world, call.person);
    if (payment && storedBody && result.status < 300)
      await changePayment(call.world, payment, storedBody);
    return result;
  });
  return { sentence, ...handlerWrapper };
}

/** Skips a state change of the lifecycle. */
function skipsStateChange(sentence: string, skippedStep: LifecycleName): Behaviour {
  return {
    sentence,
    world: (world) => {
      const originalTakeStep = world.takeStep.bind(world);
      world.takeStep = async (person, step, changes) =>
        step === skippedStep
          ? await world.changePerson(person, changes ?? {})
          : await originalTakeStep(person, step, changes);
    },
  };
}

/** Breaks only the last account or the last offer, or the payment after a rejection. */
export const laterPaymentFaults: readonly Fault[] = faultsOf({
  'rejected-still-waits': skipsStateChange(
    'A payment that staff reject leaves the applicant waiting.',
    'staff.reject',
  ),
  'provider-report-lost': skipsStateChange(
    "The provider's report of a payment moves nobody.",
    'payments.payOnline',
  ),
  'rejected-nothing-due': {
    sentence: 'After a rejection no payment is pending.',
    ...wrapsHandler('payments.getPending', async ({ world, person }, next) =>
      person && paymentOf(world, person)?.transactionReference
        ? { status: 404, body: 'No payment is pending.' }
        : await next(),
    ),
  },
  'rejected-keeps-receipt': {
    sentence: 'A payment that staff have rejected keeps its receipt.',
    ...wrapsHandler('payments.getReceipt', async ({ world, params }, next) => {
      const payment = findPayment(world, params.paymentCode ?? '');
      if (!payment?.transactionReference || payment.datePaid) return await next();
      await changePayment(world, payment, { datePaid: new Date().toISOString() });
      const result = await next();
      await changePayment(world, payment, { datePaid: null });
      return result;
    }),
  },
  'price-rounded': {
    sentence: 'A price is rounded before it is compared with what is due.',
    ...wrapsHandler('payments.payOnline', async (call, next) => {
      const body = call.body as { price: number };
      call.body = { ...body, price: Math.round(body.price) };
      return await next();
    }),
  },
  'rejected-not-paid-again': {
    sentence: 'A second deposit after a rejection is refused.',
    ...wrapsHandler('payments.makeOffline', async ({ world, person }, next) =>
      person && paymentOf(world, person)?.transactionReference
        ? { status: 409, body: 'This payment was reported before.' }
        : await next(),
    ),
  },
  'deposit-after-online-is-online': {
    sentence: 'A payment online that staff have rejected makes a later deposit one online.',
    ...wrapsHandler('payments.makeOffline', async ({ world, person }, next) => {
      const payment = person && paymentOf(world, person);
      const wasOnline = payment?.isOffline === false;
      const result = await next();
      if (payment && wasOnline) await changePayment(world, payment, { isOffline: false });
      return result;
    }),
  },
  'receipt-dated-by-staff': {
    sentence: 'The verification of a payment dates its receipt anew.',
    world: (world) => {
      const originalTakeStep = world.takeStep.bind(world);
      world.takeStep = async (person, step, changes) => {
        const payment = paymentOf(world, person);
        if (payment && step === 'staff.verify')
          await changePayment(world, payment, { datePaid: new Date().toISOString() });
        return await originalTakeStep(person, step, changes);
      };
    },
  },
  'last-account-refused': {
    sentence: 'Of the active bank accounts, the last one takes no deposits.',
    ...wrapsHandler('payments.makeOffline', async ({ world, body }, next) => {
      const { bankAccount } = body as { bankAccount: string };
      const activeAccounts = world.bankAccounts.all().filter(({ status }) => status === 'ACTIVE');
      return activeAccounts.at(-1)?.account === bankAccount
        ? { status: 400, body: 'Please select one of the active bank accounts.' }
        : await next();
    }),
  },
  'last-offer-refused': {
    sentence: 'Of the programs on offer, the last one takes no applications.',
    ...wrapsHandler('applicants.applyForProgram', async ({ world, body }, next) => {
      const { selectedBatchProgramId: id } = body as { selectedBatchProgramId: number };
      const isLast = world.batchPrograms.all().at(-1)?.id === id;
      return isLast ? { status: 404, body: 'There is no such offer.' } : await next();
    }),
  },
});

export const scenarioFaultsOfPayments: readonly Fault[] = faultsOf({
  'code-differs': {
    ...changesBody(
      'A passed exam returns another payment code than the pending payment.',
      'exams.submit',
      ({ paymentDto, ...body }) => {
        const paymentCode = paymentDto && toOtherCode(paymentDto.paymentCode);
        return { ...body, paymentDto: paymentDto && { ...paymentDto, paymentCode } };
      },
    ),
    params: ({ paymentCode, ...params }) =>
      paymentCode ? { ...params, paymentCode: toRightCode(paymentCode) } : params,
    wrapValidation: (call, next) => {
      const { paymentCode, ...body } = (call.body ?? {}) as Fields;
      if (typeof paymentCode === 'string') {
        call.body = { ...body, paymentCode: toRightCode(paymentCode) };
      }
      return next();
    },
  },
  'amount-differs': changesBody(
    'A passed exam returns another amount than the pending payment.',
    'exams.submit',
    ({ paymentDto, ...body }) => ({
      ...body,
      paymentDto: paymentDto && {
        ...paymentDto,
        paymentAmount: Number(paymentDto.paymentAmount) - 50,
      },
    }),
  ),
  'receipt-amount-differs': changesBody(
    'A receipt shows another amount than was due.',
    'payments.getReceipt',
    (body) => ({ ...body, paymentAmount: Number(body.paymentAmount) - 15 }),
  ),
  'receipt-reference-differs': changesBody(
    'A receipt shows another transaction reference than was sent.',
    'payments.getReceipt',
    (body) => ({ ...body, transactionReference: `${body.paymentCode}-1` }),
  ),
  'pending-banks-differ': changesBody(
    'The pending payment names a bank account that the list of accounts does not have.',
    'payments.getPending',
    ({ bankAccountList, ...body }) => ({
      ...body,
      bankAccountList: [
        ...(bankAccountList ?? []),
        { id: 79, bank: 'Wegagen Bank', account: '0837331210101', status: 'ACTIVE' },
      ],
    }),
  ),
  'inactive-bank-accepted': acceptsPayment(
    'A deposit to a closed bank account is accepted.',
    async (body, { world }) => {
      const account = findBankAccount(world, String(body.bankAccount));
      if (!account || account.status === 'ACTIVE') return undefined;
      body.bankAccount = findActiveAccount(world);
      return { bank: account.bank, account: account.account };
    },
  ),
  'unknown-bank-accepted': acceptsPayment(
    'A deposit to an unknown bank account is accepted.',
    async (body, { world }) => {
      const accountNumber = String(body.bankAccount);
      if (findBankAccount(world, accountNumber)) return undefined;
      body.bankAccount = findActiveAccount(world);
      return { bank: null, account: accountNumber };
    },
  ),
  'attachment-unknown-accepted': acceptsPayment(
    'A deposit with a receipt nobody uploaded is accepted.',
    async (body, { world, person }) => {
      const attachmentName = String(body.attachmentUrl);
      if (findFile(world, attachmentName)) return undefined;
      const ownerId = person?.id ?? 0;
      body.attachmentUrl = (await storeFile(world, ownerId, 'image/png', new Uint8Array(1))).name;
      return { attachment: attachmentName };
    },
  ),
  'underpaid-online': {
    sentence: 'An online payment of less than the amount due is opened.',
    ...wrapsHandler('payments.payOnline', (call, next) => {
      const { price } = call.body as { price: number };
      const amountDue = call.person && paymentOf(call.world, call.person)?.amount;
      const isBelowAmountDue =
        (call.body as Fields).currency === 'ETB' && amountDue && price < amountDue;
      if (isBelowAmountDue) call.body = { ...(call.body as Fields), price: amountDue };
      return next();
    }),
  },
});

function findBankAccount({ bankAccounts }: World, account: string) {
  return bankAccounts.findFirst((q) => q.where({ account }));
}

function findActiveAccount({ bankAccounts }: World): string | undefined {
  return bankAccounts.all().find(({ status }) => status === 'ACTIVE')?.account;
}

export const moneyFaults: readonly Fault[] = faultsOf({
  'receipt-before-payment': {
    sentence: 'There is a receipt before anything is paid.',
    ...wrapsHandler('payments.getReceipt', async ({ world, params }, next) => {
      const payment = findPayment(world, params.paymentCode ?? '');
      if (!payment || payment.datePaid) return next();
      await changePayment(world, payment, { datePaid: new Date(world.now).toISOString() });
      const result = await next();
      await changePayment(world, payment, { datePaid: null });
      return result;
    }),
  },
  'amount-nothing': {
    sentence: 'What is due is nothing.',
    world: (world) => {
      const originalCreate = world.payments.create.bind(world.payments);
      world.payments.create = (payment) => originalCreate({ ...payment, amount: 0 });
    },
  },
  'pending-banks-renamed': changesBody(
    'The accounts to pay to have other banks than on the list.',
    'payments.getPending',
    ({ bankAccountList, ...body }) => ({
      ...body,
      bankAccountList: bankAccountList?.map((account) => ({ ...account, bank: 'Bank of Nowhere' })),
    }),
  ),
  'pending-described-otherwise': changesBody(
    'What is pending is described in other words than by the result of the exam.',
    'payments.getPending',
    ({ paymentDto, ...body }) => ({
      ...body,
      paymentDto: { ...paymentDto, paymentDescription: 'Something else' },
    }),
  ),
  'receipt-offline': changesBody(
    'Every receipt says that it was deposited at a bank.',
    'payments.getReceipt',
    (body) => ({ ...body, isOffline: true }),
  ),
  'receipt-online': changesBody(
    'Every receipt says that it was paid online.',
    'payments.getReceipt',
    (body) => ({
      ...body,
      isOffline: false,
    }),
  ),
  'receipt-of-1970': changesBody('Every receipt is dated 1970.', 'payments.getReceipt', (body) => ({
    ...body,
    datePaid: '1970-01-01T00:00:00Z',
  })),
  'receipt-dated-now': changesBody(
    'Every receipt is dated the moment in which it is read.',
    'payments.getReceipt',
    (body) => ({ ...body, datePaid: new Date().toISOString() }),
  ),
  'receipt-in-utc': changesBody(
    'A receipt is dated with a time in UTC that does not say so.',
    'payments.getReceipt',
    (body) => ({ ...body, datePaid: `${body.datePaid}`.replace(/Z$/, '') }),
  ),
  'receipt-other-bank': changesBody(
    'A receipt names another bank than the account is at.',
    'payments.getReceipt',
    (body) => ({
      ...body,
      bankAccount: 'Bank of Nowhere',
    }),
  ),
  'receipt-reference-of-all': changesBody(
    'Every receipt has the same transaction reference.',
    'payments.getReceipt',
    (body, { world }) => ({
      ...body,
      transactionReference: world.payments.all().find(({ datePaid }) => datePaid)
        ?.transactionReference,
    }),
  ),
  'receipt-described-otherwise': changesBody(
    'A receipt describes the payment in other words.',
    'payments.getReceipt',
    (body) => ({ ...body, description: 'Something else' }),
  ),
  'redirect-of-all': changesBody(
    'Every online payment leads to one and the same address.',
    'payments.payOnline',
    ({ redirect }) => ({ redirect: `${new URL(redirect).origin}/pay` }),
  ),
  'price-any': {
    sentence: 'An online payment is opened at any price.',
    ...wrapsValidation('payments.payOnline', (body, next, call) => {
      const { paymentCode } = call.person ?? {};
      const amountDue = findPayment(call.world, paymentCode ?? '')?.amount;
      if (typeof body.price === 'number') call.body = { ...body, price: amountDue };
      return next();
    }),
  },
  'dollars-refused': refusesAnyway(
    'Payments in dollars are refused.',
    'payments.payOnline',
    ({ currency }) => currency === 'USD',
  ),
  'receipt-without-reference': changesBody(
    'A receipt has no transaction reference.',
    'payments.getReceipt',
    (body) => ({ ...body, transactionReference: null }),
  ),
});
