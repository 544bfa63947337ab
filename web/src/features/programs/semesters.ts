import { limits } from '@one-planet/contract/limits';
import type { Course } from '../../site/records.ts';

export interface Semester {
  /** 1 to 8. */
  number: number;
  courses: readonly Course[];
}

/** The two semesters of a year: year one has 1 and 2, year two 3 and 4 … (website specification, section 2). */
export function ofYear(courses: readonly Course[], year: number): Semester[] {
  const each = limits.catalogue.semestersPerYear;
  return Array.from({ length: each }, (_, at) => {
    const number = (year - 1) * each + at + 1;
    return {
      number,
      courses: courses.filter(({ semesterNumber }) => asNumber(semesterNumber) === number),
    };
  });
}

/** @returns the sum of a column; what is no number counts nothing */
export function total(values: readonly string[]): number {
  const sum = values.reduce<number>((all, value) => all + (asNumber(value) || 0), 0);
  // 0.1 + 0.2: credits have two decimals at most.
  return Math.round(sum * 100) / 100;
}

function asNumber(value: string): number {
  return Number(value.replace(',', '.'));
}
