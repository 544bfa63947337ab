import { limits } from '@one-planet/contract/limits';
import { useId } from 'react';
import { useCourses } from '../../site/catalogue.ts';
import type { Course } from '../../site/records.ts';
import { Retry, Skeleton } from '../../ui/loading.tsx';
import { ScrollTable, Tabs } from '../../ui/tabs.tsx';
import { programsTexts } from './programs-words.ts';

const { one: texts } = programsTexts;

/** The courses of a program, with a tab for each year. */
export function Courses({ programId }: { programId: string }) {
  const { data, isError, refetch } = useCourses(programId);
  const id = useId();
  return (
    <section className="courses" aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>{texts.courses}</h2>
      <Tabs labelledBy={`${id}title`} tabNames={texts.years.map(texts.year)}>
        {(yearIndex) => {
          const semesters = data ? semestersOfYear(data, yearIndex + 1) : [];
          return (
            <>
              {isError && <Retry blamesConnection text={texts.failed} onRetry={refetch} />}
              {!data && !isError && <Skeleton />}
              {data && semesters.every(({ courses }) => courses.length === 0) ? (
                <p>{texts.emptyYear}</p>
              ) : (
                semesters.map((semester) => (
                  <SemesterTable key={semester.semesterNumber} {...semester} />
                ))
              )}
            </>
          );
        }}
      </Tabs>
    </section>
  );
}

/** The courses of one semester with their totals. */
function SemesterTable({ semesterNumber, courses }: Semester) {
  const semesterName = texts.semesters[(semesterNumber - 1) % 2] ?? '';
  return (
    <>
      <h3>{semesterName}</h3>
      {courses.length === 0 ? (
        <p>{texts.emptySemester}</p>
      ) : (
        <ScrollTable label={semesterName}>
          <thead>
            <tr>
              <th scope="col">{texts.code}</th>
              <th scope="col">{texts.name}</th>
              <th scope="col">{texts.creditHours}</th>
              <th scope="col">{texts.ects}</th>
              <th scope="col">{texts.prerequisite}</th>
            </tr>
          </thead>
          <tbody>
            {courses.map((course) => (
              <tr key={courses.indexOf(course)}>
                <Cell translate="no">{course.courseCode}</Cell>
                <th scope="row">{course.courseName}</th>
                <Cell label={texts.creditHours}>{course.creditHours}</Cell>
                <Cell label={texts.ects}>{course.ectsCredit}</Cell>
                <Cell label={texts.after}>{course.prerequisite}</Cell>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {texts.total}
              </th>
              <Cell label={texts.creditHours}>
                {sumNumbers(courses.map(({ creditHours }) => creditHours))}
              </Cell>
              <Cell label={texts.ects}>
                {sumNumbers(courses.map(({ ectsCredit }) => ectsCredit))}
              </Cell>
              <td />
            </tr>
          </tfoot>
        </ScrollTable>
      )}
    </>
  );
}

interface CellProps {
  /** Shown before the value on a phone, where a course takes two lines and the table has no heading. */
  label?: string;
  translate?: 'no';
  children: string | number;
}

function Cell({ label, translate, children }: CellProps) {
  return (
    <td data-label={label} translate={translate} data-empty={!children || undefined}>
      {children || texts.none}
    </td>
  );
}

interface Semester {
  /** 1 to 8. */
  semesterNumber: number;
  courses: readonly Course[];
}

/**
 * @param year 1 is the first
 * @returns the two semesters of the year with their courses: year 1 has the semesters 1 and 2, year 2 has 3 and 4 …
 *   (specification/website §2)
 */
export function semestersOfYear(courses: readonly Course[], year: number): Semester[] {
  const semestersPerYear = limits.catalogue.semestersPerYear;
  return Array.from({ length: semestersPerYear }, (_, index) => {
    const number = (year - 1) * semestersPerYear + index + 1;
    return {
      semesterNumber: number,
      courses: courses.filter(({ semesterNumber }) => parseNumber(semesterNumber) === number),
    };
  });
}

/** @returns the sum of a column's values; a value that is no number counts as 0 */
export function sumNumbers(values: readonly string[]): number {
  const sum = values.reduce<number>((subtotal, value) => subtotal + (parseNumber(value) || 0), 0);
  // Rounded, because the sum of 0.1 and 0.2 is not exact; credits have two decimals at most.
  return Math.round(sum * 100) / 100;
}

/** @param value with a decimal point or comma @returns `NaN` if it is no number */
function parseNumber(value: string): number {
  return Number(value.replace(',', '.'));
}
