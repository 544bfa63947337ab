/** The fee: a bank deposit with its receipt, or one of the providers; then the staff's decision (journey specification, sections 2 to 4). */
import { type Gateway, gateways } from '@one-planet/contract';
import { CliError } from '../../process/exit.ts';
import { isPayable } from '../payable.ts';
import { sampleFiles } from '../sample-files.ts';
import { upload } from './application.ts';
import type { JourneyContext, Memory } from './context.ts';
import { demand } from './failure.ts';
import { readState, succeed } from './send.ts';

type Payment = NonNullable<Memory['payment']>;

export async function pay(context: JourneyContext): Promise<string> {
  const payment = await pendingPayment(context);
  const method = context.settings.pay;
  return method === 'offline' ? payOffline(context, payment) : payOnline(context, payment, method);
}

export async function verify(context: JourneyContext): Promise<string> {
  const { staff, email, memory, signal } = context;
  const { applicantId, payment } = memory;
  const about = { email, applicantId, paymentCode: payment?.code };
  await staff.decide('verify', { ...about, readState: () => readState(context) }, signal);
  return '';
}

/** What is to be paid, which must be what the exam's result said. */
async function pendingPayment(context: JourneyContext): Promise<Payment> {
  const name = 'payments.getPending';
  const { paymentDto, bankAccountList } = await succeed(context, name);
  const { paymentCode, paymentAmount, paymentDescription } = paymentDto;
  const said = context.memory.payment;
  if (said) {
    const isSame = said.code === paymentCode;
    demand(name, isSame, 'the payment code of the exam result', 'another one');
    const expected = `the amount of the exam result, ${said.amount}`;
    demand(name, said.amount === Number(paymentAmount), expected, String(paymentAmount));
  }
  const payment = {
    code: paymentCode,
    amount: Number(paymentAmount),
    description: paymentDescription ?? said?.description ?? '',
    banks: bankAccountList?.length ? bankAccountList : (said?.banks ?? []),
  };
  context.remember({ payment });
  return payment;
}

async function payOffline(context: JourneyContext, { banks, amount }: Payment): Promise<string> {
  const listed = banks.length > 0 ? banks : await succeed(context, 'bankAccounts.list');
  const bank = listed.find(({ status }) => status === 'ACTIVE');
  demand('bankAccounts.list', bank !== undefined, 'an ACTIVE bank account to pay to', 'none');
  const receipt = await upload(context, sampleFiles.receipt);
  const known = { bankAccount: bank.account, files: { receipt } };
  await succeed(context, 'payments.makeOffline', known);
  return `${amount} ETB to ${bank.bank}, receipt uploaded`;
}

async function payOnline(
  context: JourneyContext,
  { amount }: Payment,
  gateway: Gateway,
): Promise<string> {
  const { settings, provider, signal } = context;
  const currency = gateways[gateway];
  const price = currency === 'ETB' ? amount : settings.usdPrice;
  if (price === undefined) {
    throw new CliError(`${gateway} is paid in USD: set usdPrice (flag --usd-price)`);
  }
  const known = { gateway, usdPrice: settings.usdPrice };
  const { redirect } = await succeed(context, 'payments.payOnline', known);
  const expected = 'a redirect with https (or http on this machine)';
  demand('payments.payOnline', isPayable(redirect), expected, 'another address');
  await provider.pay(redirect, signal);
  return `${price} ${currency} at ${gateway}`;
}
