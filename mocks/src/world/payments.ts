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
  await world.changePerson(person, { paymentCode: payment.code });
  return payment;
}

/** A payment that is due, which is not stored yet. */
export function newPayment(world: World, person: Person): Payment {
  return {
    code: `OPC-${world.random.codes.drawCode(8)}`,
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
  return person.paymentCode === null ? undefined : findPayment(world, person.paymentCode);
}

/** @returns the payment with this code */
export function findPayment(world: World, code: string): Payment | undefined {
  return world.payments.findFirst((q) => q.where({ code }));
}

/** Changes a payment. */
export async function changePayment(
  world: World,
  { code }: Payment,
  changes: Partial<Payment>,
): Promise<void> {
  await world.payments.update((q) => q.where({ code }), {
    data(payment) {
      Object.assign(payment, changes);
    },
  });
}

/** Marks a payment as made, and the applicant as waiting for the staff. */
export async function recordPayment(
  world: World,
  person: Person,
  payment: Payment,
  details: Pick<Payment, 'isOffline' | 'transactionReference' | 'bank' | 'account' | 'attachment'>,
): Promise<void> {
  const datePaid = new Date(world.now).toISOString();
  await changePayment(world, payment, { ...details, datePaid });
  await world.takeStep(person, details.isOffline ? 'payments.makeOffline' : 'payments.payOnline');
}

/**
 * Handles the provider's notification that the applicant has paid on its page. If the payment was made already, on this
 * page or another one, nothing changes.
 */
export async function payAtProvider(
  world: World,
  person: Person,
  providerPage: ProviderPage,
): Promise<void> {
  const payment = findPayment(world, providerPage.paymentCode);
  if (payment && !payment.datePaid && person.state === lifecycle['payments.payOnline'].from) {
    await recordPayment(world, person, payment, {
      isOffline: false,
      transactionReference: providerPage.id.slice(0, 12).toUpperCase(),
      bank: providerNames[providerPage.provider] ?? providerPage.provider,
      account: null,
      attachment: null,
    });
  }
  await world.providerPages.update((q) => q.where({ id: providerPage.id }), {
    data(page) {
      page.paid = true;
    },
  });
}

/** Accepts the payment: the applicant continues with her biography. */
export async function verifyPayment(world: World, person: Person): Promise<void> {
  await world.takeStep(person, 'staff.verify');
  const subject = 'Your payment is verified';
  await mailNotice(world, person, 'payment-verified', subject, 'Please log in and continue.');
}

/** Rejects the payment: it is due again with the same code, and its receipt becomes invalid. */
export async function rejectPayment(world: World, person: Person): Promise<void> {
  const payment = paymentOf(world, person);
  if (payment) await changePayment(world, payment, { datePaid: null });
  await world.takeStep(person, 'staff.reject');
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
  await world.takeStep(person, 'staff.admit');
  const subject = 'You are admitted to One Planet College';
  await mailNotice(world, person, 'admitted', subject, 'The student portal is open to you now.');
}
