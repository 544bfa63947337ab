import { describe, expect, test } from 'vitest';
import type { Course } from '../../site/records.ts';
import { semestersOfYear, sumNumbers } from './courses.tsx';

const makeCourse = (courseCode: string, semesterNumber: string): Course =>
  ({ courseCode, courseName: courseCode, semesterNumber }) as Course;

const courseCodesBySemester = (courses: readonly Course[], year: number) =>
  semestersOfYear(courses, year).map(({ courses }) => courses.map(({ courseCode }) => courseCode));

describe('the semesters of a year', () => {
  test('are two for each year, also without courses', () => {
    const numbers = [1, 2, 3, 4].map((year) =>
      semestersOfYear([], year).map(({ semesterNumber }) => semesterNumber),
    );
    expect(numbers).toEqual([
      [1, 2],
      [3, 4],
      [5, 6],
      [7, 8],
    ]);
    expect(courseCodesBySemester([], 4)).toEqual([[], []]);
  });

  test('have their courses in the order of the backend', () => {
    const courses = [
      makeCourse('C', '2'),
      makeCourse('A', '1'),
      makeCourse('D', '3'),
      makeCourse('B', '1'),
    ];
    expect(courseCodesBySemester(courses, 1)).toEqual([['A', 'B'], ['C']]);
    expect(courseCodesBySemester(courses, 2)).toEqual([['D'], []]);
  });

  test.each(['3', '3.0', '3,0'])('%j is semester 3', (number) => {
    expect(courseCodesBySemester([makeCourse('A', number)], 2)).toEqual([['A'], []]);
  });

  test.each(['', '0', '9', '-1', '1.5', 'third'])(
    'a course of semester %j is in no year',
    (number) => {
      const courses = [makeCourse('A', number)];
      expect([1, 2, 3, 4].flatMap((year) => courseCodesBySemester(courses, year)).flat()).toEqual(
        [],
      );
    },
  );
});

test.each<[Parameters<typeof sumNumbers>[0], number]>([
  [[], 0],
  [['3', '4', '2'], 9],
  [['3', '4.5', '2'], 9.5],
  [['1,5', '2,25'], 3.75],
  [['3', ''], 3],
  [['0.1', '0.2'], 0.3],
  [['0,1', '0.2', '0.7'], 1],
  [['1.005', '2'], 3.01],
  [['three', '3'], 3],
])('the total of %j is %f', (numberTexts, sum) => {
  expect(sumNumbers(numberTexts)).toBe(sum);
});
