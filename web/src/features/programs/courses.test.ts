import { describe, expect, test } from 'vitest';
import type { Course } from '../../site/records.ts';
import { ofYear, total } from './courses.tsx';

const course = (courseCode: string, semesterNumber: string): Course =>
  ({ courseCode, courseName: courseCode, semesterNumber }) as Course;

const codes = (courses: readonly Course[], year: number) =>
  ofYear(courses, year).map(({ courses }) => courses.map(({ courseCode }) => courseCode));

describe('the semesters of a year', () => {
  test('are two each, there without courses, too', () => {
    const numbers = [1, 2, 3, 4].map((year) => ofYear([], year).map(({ number }) => number));
    expect(numbers).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 8],
    ]);
    expect(codes([], 4)).toEqual([[], []]);
  });

  test('hold their courses in the order of the backend', () => {
    const courses = [course('C', '2'), course('A', '1'), course('D', '3'), course('B', '1')];
    expect(codes(courses, 1)).toEqual([['A', 'B'], ['C']]);
    expect(codes(courses, 2)).toEqual([['D'], []]);
  });

  test.each(['3', '3.0', '3,0'])('%j is semester 3', (number) => {
    expect(codes([course('A', number)], 2)).toEqual([['A'], []]);
  });

  test.each(['', '0', '9', '-1', '1.5', 'third'])(
    'a course of semester %j is in none',
    (number) => {
      const courses = [course('A', number)];
      expect([1, 2, 3, 4].flatMap((year) => codes(courses, year)).flat()).toEqual([]);
    },
  );
});

test.each<[Parameters<typeof total>[0], number]>([
  [[], 0],
  [['3', '4', '2'], 9],
  [['3', '4.5', '2'], 9.5],
  [['1,5', '2,25'], 3.75],
  [['3', ''], 3],
  [['0.1', '0.2'], 0.3],
  [['0,1', '0.2', '0.7'], 1],
  [['1.005', '2'], 3.01],
  [['three', '3'], 3],
])('the total of %j is %f', (values, sum) => {
  expect(total(values)).toBe(sum);
});
