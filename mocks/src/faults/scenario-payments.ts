/** Faults of payments: answers that do not match each other. */
import type { Payment } from '../data/entities.ts';
import { paymentOf } from '../rules/payments.ts';
import { storeFile } from '../rules/stored-files.ts';
import { around, changesBody } from './answers.ts';
import type { Call, Fault } from './fault.ts';
import type { Fields } from './inputs.ts';

/** No code contains a zero, so this is another code; yet it leads to the same payment. */
const otherCode = (code: string) => code.replace('OPC-', 'OPC-0');
const rightCode = (code: string) => code.replace('OPC-0', 'OPC-');

/** An invalid payment is accepted and kept as it came. */
function takes(
  name: string,
  sentence: string,
  accept: (body: Fields, call: Call) => Promise<Partial<Payment> | undefined>,
): Fault {
  const handle = around('payments.makeOffline', async (call, next) => {
    const body = { ...(call.body as Fields) };
    const kept = await accept(body, call);
    call.body = body;
    const answer = await next();
    const payment = call.person && paymentOf(call.world, call.person);
    if (payment && answer.status < 300) Object.assign(payment, kept);
    return answer;
  });
  return { name, sentence, ...handle };
}

export const scenarioFaultsOfPayments: readonly Fault[] = [
  {
    ...changesBody(
      'code-differs',
      'A passed exam returns another payment code than the pending payment.',
      'exams.submit',
      ({ paymentDto, ...body }) => {
        const paymentCode = paymentDto && otherCode(paymentDto.paymentCode);
        return { ...body, paymentDto: paymentDto && { ...paymentDto, paymentCode } };
      },
    ),
    params: ({ paymentCode, ...params }) =>
      paymentCode ? { ...params, paymentCode: rightCode(paymentCode) } : params,
    check: (call, next) => {
      const { paymentCode, ...body } = (call.body ?? {}) as Fields;
      if (typeof paymentCode === 'string') {
        call.body = { ...body, paymentCode: rightCode(paymentCode) };
      }
      return next();
    },
  },
  changesBody(
    'amount-differs',
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
  changesBody(
    'receipt-amount-differs',
    'A receipt shows another amount than was due.',
    'payments.getReceipt',
    (body) => ({ ...body, paymentAmount: Number(body.paymentAmount) - 15 }),
  ),
  changesBody(
    'receipt-reference-differs',
    'A receipt shows another transaction reference than was sent.',
    'payments.getReceipt',
    (body) => ({ ...body, transactionReference: `${body.paymentCode}-1` }),
  ),
  changesBody(
    'pending-banks-differ',
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
  takes(
    'inactive-bank-accepted',
    'A deposit to a closed bank account is accepted.',
    async (body, { world }) => {
      const account = world.bankAccounts.find('account', String(body.bankAccount));
      if (!account || account.status === 'ACTIVE') return undefined;
      body.bankAccount = activeAccount(world);
      return { bank: account.bank, account: account.account };
    },
  ),
  takes(
    'unknown-bank-accepted',
    'A deposit to an unknown bank account is accepted.',
    async (body, { world }) => {
      const account = String(body.bankAccount);
      if (world.bankAccounts.find('account', account)) return undefined;
      body.bankAccount = activeAccount(world);
      return { bank: null, account };
    },
  ),
  takes(
    'attachment-unknown-accepted',
    'A deposit with a receipt nobody uploaded is accepted.',
    async (body, { world, person }) => {
      const attachment = String(body.attachmentUrl);
      if (world.uploads.find('name', attachment)) return undefined;
      const ownerId = person?.id ?? 0;
      body.attachmentUrl = (await storeFile(world, ownerId, 'image/png', new Uint8Array(1))).name;
      return { attachment };
    },
  ),
  {
    name: 'underpaid-online',
    sentence: 'An online payment of less than the amount due is opened.',
    ...around('payments.payOnline', (call, next) => {
      const { price } = call.body as { price: number };
      const amount = call.person && paymentOf(call.world, call.person)?.amount;
      const isLess = (call.body as Fields).currency === 'ETB' && amount && price < amount;
      if (isLess) call.body = { ...(call.body as Fields), price: amount };
      return next();
    }),
  },
];

function activeAccount({ bankAccounts }: Call['world']): string | undefined {
  return bankAccounts.all().find(({ status }) => status === 'ACTIVE')?.account;
}
