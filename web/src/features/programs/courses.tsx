import { limits } from '@one-planet/contract/limits';
import { useId } from 'react';
import { useCourses } from '../../site/catalogue.ts';
import type { Course } from '../../site/records.ts';
import { Retry, Skeleton } from '../../ui/loading.tsx';
import { ScrollTable, Tabs } from '../../ui/tabs.tsx';
import { programsTexts as texts } from './programs-words.ts';

/** The courses by year, as tabs. */
export function Courses({ programId }: { programId: string }) {
  const { data, isError, refetch } = useCourses(programId);
  const id = useId();
  const { one } = texts;
  return (
    <section className="courses" aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>{one.courses}</h2>
      <Tabs labelledBy={`${id}title`} names={one.years.map(one.year)}>
        {(at) => {
          const semesters = data ? ofYear(data, at + 1) : [];
          return (
            <>
              {isError && <Retry text={one.failed} onRetry={refetch} />}
              {!data && !isError && <Skeleton />}
              {data && semesters.every(({ courses }) => courses.length === 0) ? (
                <p>{one.emptyYear}</p>
              ) : (
                semesters.map((semester) => <SemesterTable key={semester.number} {...semester} />)
              )}
            </>
          );
        }}
      </Tabs>
    </section>
  );
}

/** One semester's courses with their totals. */
function SemesterTable({ number, courses }: Semester) {
  const { one } = texts;
  const heading = one.semesters[(number - 1) % 2] ?? '';
  return (
    <>
      <h3>{heading}</h3>
      {courses.length === 0 ? (
        <p>{one.emptySemester}</p>
      ) : (
        <ScrollTable label={heading}>
          <thead>
            <tr>
              <th scope="col">{one.code}</th>
              <th scope="col">{one.name}</th>
              <th scope="col">{one.creditHours}</th>
              <th scope="col">{one.ects}</th>
              <th scope="col">{one.prerequisite}</th>
            </tr>
          </thead>
          <tbody>
            {courses.map((course) => (
              <tr key={courses.indexOf(course)}>
                <Cell translate="no">{course.courseCode}</Cell>
                <th scope="row">{course.courseName}</th>
                <Cell label={one.creditHours}>{course.creditHours}</Cell>
                <Cell label={one.ects}>{course.ectsCredit}</Cell>
                <Cell label={one.after}>{course.prerequisite}</Cell>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {one.total}
              </th>
              <Cell label={one.creditHours}>
                {total(courses.map(({ creditHours }) => creditHours))}
              </Cell>
              <Cell label={one.ects}>{total(courses.map(({ ectsCredit }) => ectsCredit))}</Cell>
              <td />
            </tr>
          </tfoot>
        </ScrollTable>
      )}
    </>
  );
}

interface CellProps {
  /** On a phone, where a course is two lines, it stands before the value. */
  label?: string;
  translate?: 'no';
  children: string | number;
}

function Cell({ label, translate, children }: CellProps) {
  return (
    <td data-label={label} translate={translate} data-empty={!children || undefined}>
      {children || texts.one.none}
    </td>
  );
}

interface Semester {
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
