/** Fees that are due, payments, and the decisions of the staff. */
import { lifecycle } from '@one-planet/contract';
import { mailNotice } from './accounts.ts';
import type { Payment, Person, ProviderPage } from './entities.ts';
import type { World } from './world.ts';

/** The fee of every applicant after the exam, in ETB. */
const feeEtb = 500;

/** Names of the providers, for receipts and their pages. */
export const providerNames: Readonly<Record<string, string>> = {
  paypal: 'PayPal',
  stripe: 'Stripe',
  arifpay: 'Arifpay',
};

/** Creates and stores the payment of the fee. */
export async function createPayment(world: World, person: Person): Promise<Payment> {
  const payment = await world.payments.create(newPayment(world, person));
  person.paymentCode = payment.code;
  return payment;
}

/** A payment that is due, which is not stored yet. */
export function newPayment(world: World, person: Person): Payment {
  return {
    code: makePaymentCode(world),
    personId: person.id,
    amount: feeEtb,
    description: 'Admission application fee',
    isOffline: true,
    transactionReference: null,
    bank: null,
    account: null,
    attachment: null,
    datePaid: null,
  };
}

/** @returns the applicant's payment, pending or made */
export function paymentOf(world: World, person: Person): Payment | undefined {
  return person.paymentCode === null ? undefined : world.payments.find('code', person.paymentCode);
}

/** Marks a payment as made, and the applicant as waiting for the staff. */
export function recordPayment(
  world: World,
  person: Person,
  payment: Payment,
  details: Pick<Payment, 'isOffline' | 'transactionReference' | 'bank' | 'account' | 'attachment'>,
): void {
  Object.assign(payment, details, { datePaid: new Date(world.now).toISOString() });
  world.takeStep(person, details.isOffline ? 'payments.makeOffline' : 'payments.payOnline');
}

/**
 * Handles the provider's notification that the applicant has paid on its page. If the payment was made already, on this
 * page or another one, nothing changes.
 */
export function payAtProvider(world: World, person: Person, providerPage: ProviderPage): void {
  const payment = world.payments.find('code', providerPage.paymentCode);
  if (payment && !payment.datePaid && person.state === lifecycle['payments.payOnline'].from) {
    recordPayment(world, person, payment, {
      isOffline: false,
      transactionReference: providerPage.id.slice(0, 12).toUpperCase(),
      bank: providerNames[providerPage.provider] ?? providerPage.provider,
      account: null,
      attachment: null,
    });
  }
  providerPage.paid = true;
}

function makePaymentCode(world: World): string {
  for (;;) {
    const code = `OPC-${world.random.codes.drawCode(8)}`;
    if (!world.payments.find('code', code)) return code;
  }
}

/** Accepts the payment: the applicant continues with her biography. */
export async function verifyPayment(world: World, person: Person): Promise<void> {
  world.takeStep(person, 'staff.verify');
  const subject = 'Your payment is verified';
  await mailNotice(world, person, 'payment-verified', subject, 'Please log in and continue.');
}

/** Rejects the payment: it is due again with the same code, and its receipt becomes invalid. */
export async function rejectPayment(world: World, person: Person): Promise<void> {
  const payment = paymentOf(world, person);
  if (payment) payment.datePaid = null;
  world.takeStep(person, 'staff.reject');
  const subject = 'Your payment could not be verified';
  await mailNotice(
    world,
    person,
    'payment-rejected',
    subject,
    'Please do not pay again. Log in, and correct what you sent.',
  );
}

/** Admits the applicant, who becomes a student. */
export async function admitApplicant(world: World, person: Person): Promise<void> {
  world.takeStep(person, 'staff.admit');
  const subject = 'You are admitted to One Planet College';
  await mailNotice(world, person, 'admitted', subject, 'The student portal is open to you now.');
}
