import { inCents } from '../../site/amounts.ts';
import type { CourseFee, Fees } from './sample.ts';

/** @returns what a course costs: each credit is one hour a week */
export function courseTotal({ credits, feePerHour }: CourseFee): number {
  return inCents(credits * feePerHour) / 100;
}

/** @returns the sum of the course table */
export function tuition({ courses }: Pick<Fees, 'courses'>): number {
  return courses.reduce((all, course) => all + inCents(courseTotal(course)), 0) / 100;
}

export function grandTotal(fees: Fees): number {
  return (inCents(tuition(fees)) + inCents(fees.facilities)) / 100;
}
