/** The fee: a bank deposit with its receipt, or one of the providers; then the staff's word (journey specification, sections 2 to 4). */
import { type Gateway, gateways, limits, toOfflinePayment } from '@one-planet/contract';
import type { PayMethod } from '../../config/settings.ts';
import { CliError } from '../../process/exit.ts';
import { makePng } from '../files/png.ts';
import { isPayable } from '../payable.ts';
import type { JourneyContext, Memory } from './context.ts';
import { demand, succeed } from './failure.ts';
import { readState } from './state.ts';

type Payment = NonNullable<Memory['payment']>;

export async function pay(context: JourneyContext): Promise<string> {
  const payment = await pendingPayment(context);
  const method: PayMethod = context.settings.pay;
  return method === 'offline' ? payOffline(context, payment) : payOnline(context, payment, method);
}

export async function verify(context: JourneyContext): Promise<string> {
  const { staff, email, memory, signal } = context;
  const { applicantId, payment } = memory;
  const readStateNow = () => readState(context);
  const about = { email, applicantId, paymentCode: payment?.code, readState: readStateNow };
  await staff.decide('verify', about, signal);
  return '';
}

/** What is to be paid, which must be what the exam's result said. */
async function pendingPayment({ client, memory, remember }: JourneyContext): Promise<Payment> {
  const { paymentDto, bankAccountList } = await succeed(
    'payments.getPending',
    client.payments.getPending(),
  );
  const { paymentCode, paymentAmount, paymentDescription } = paymentDto;
  const said = memory.payment;
  if (said) {
    demand(
      'payments.getPending',
      said.code === paymentCode,
      'the payment code of the exam result',
      'another one',
    );
    demand(
      'payments.getPending',
      said.amount === paymentAmount,
      `the amount of the exam result, ${said.amount}`,
      String(paymentAmount),
    );
  }
  const payment = {
    code: paymentCode,
    amount: paymentAmount,
    description: paymentDescription ?? said?.description ?? '',
    banks: bankAccountList?.length ? bankAccountList : (said?.banks ?? []),
  };
  remember({ payment });
  return payment;
}

async function payOffline(
  { client, applicant }: JourneyContext,
  payment: Payment,
): Promise<string> {
  const listed =
    payment.banks.length > 0
      ? payment.banks
      : await succeed('bankAccounts.list', client.bankAccounts.list());
  const bank = listed.find(({ status }) => status === 'ACTIVE');
  demand('bankAccounts.list', bank !== undefined, 'an ACTIVE bank account to pay to', 'none');
  const picture = {
    name: 'receipt.png',
    data: new Blob([Buffer.from(makePng(96, 200))], { type: 'image/png' }),
  };
  const stored = await succeed('files.upload', client.files.upload({ body: { file: picture } }));
  const form = {
    paymentCode: payment.code,
    paymentBank: bank.account,
    txnRefNumber: applicant.transactionReference,
    receiptFile: undefined,
  };
  await succeed(
    'payments.makeOffline',
    client.payments.makeOffline({ body: toOfflinePayment(form, stored) }),
  );
  return `${payment.amount} ETB to ${bank.bank}, receipt uploaded`;
}

async function payOnline(
  context: JourneyContext,
  payment: Payment,
  method: Gateway,
): Promise<string> {
  const { client, settings, provider, signal } = context;
  const currency = gateways[method];
  const price = currency === 'ETB' ? payment.amount : settings.usdPrice;
  if (price === undefined)
    throw new CliError(`${method} is paid in USD: set usdPrice (flag --usd-price)`);
  const { intent } = limits.payment;
  const body = { price, currency, method, intent, description: payment.description };
  const { redirect } = await succeed('payments.payOnline', client.payments.payOnline({ body }));
  demand(
    'payments.payOnline',
    isPayable(redirect),
    'a redirect with https (or http on this machine)',
    'another address',
  );
  await provider.pay(redirect, signal);
  return `${price} ${currency} at ${method}`;
}
