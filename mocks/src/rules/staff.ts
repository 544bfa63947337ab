import type { Person } from '../data/entities.ts';
import type { World } from '../data/world.ts';
import { mailNotice } from './mails.ts';
import { paymentOf } from './payments.ts';

/** The payment is right: the applicant continues with her biography. */
export async function verifyPayment(world: World, person: Person): Promise<void> {
  world.take(person, 'staff.verify');
  const subject = 'Your payment is verified';
  await mailNotice(world, person, 'payment-verified', subject, 'Please log in and continue.');
}

/** The payment is wrong: it is due again, under the same code, and its receipt is void. */
export async function rejectPayment(world: World, person: Person): Promise<void> {
  const payment = paymentOf(world, person);
  if (payment) payment.datePaid = null;
  world.take(person, 'staff.reject');
  const subject = 'Your payment could not be verified';
  await mailNotice(world, person, 'payment-rejected', subject, 'Please log in and pay again.');
}

/** The applicant becomes a student. */
export async function admitApplicant(world: World, person: Person): Promise<void> {
  world.take(person, 'staff.admit');
  const subject = 'You are admitted to One Planet College';
  await mailNotice(world, person, 'admitted', subject, 'The student portal is open to you now.');
}
