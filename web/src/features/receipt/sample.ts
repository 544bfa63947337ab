import { inCents } from '../../site/amounts.ts';

/** The sample receipt: nothing is fetched (journey specification, section 2). Amounts in ETB. */
export interface CourseFee {
  name: string;
  code: string;
  credits: number;
  feePerHour: number;
}

export interface Fees {
  courses: readonly CourseFee[];
  facilities: number;
}

export const sample = {
  student: {
    name: 'Sample Student',
    studentId: 'SAMPLE-0000',
    batch: '2025 (2018 E.C.), first intake',
    semester: 'I',
    program: 'Accounting and Finance',
    yearLevel: 'One',
    category: 'Regular, online',
  },
  facilities: 500,
  courses: [
    { name: 'Communicative English', code: 'SAM 101', credits: 3, feePerHour: 350 },
    { name: 'Principles of Accounting I', code: 'SAM 102', credits: 4, feePerHour: 412.5 },
    { name: 'Introduction to Economics', code: 'SAM 103', credits: 3, feePerHour: 350 },
    { name: 'Mathematics for Finance', code: 'SAM 104', credits: 3, feePerHour: 380.25 },
  ],
} as const satisfies Fees & { student: object };

/** @returns the cost of a course: each credit is one hour */
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
