import { ScrollTable } from '../../ui/scroll-table.tsx';
import { type Semester, total } from './semesters.ts';
import { texts } from './words.ts';

/** One semester's courses with their totals. */
export function SemesterTable({ number, courses }: Semester) {
  const { one } = texts;
  const heading = one.semester(number);
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
                <td>{shown(course.courseCode)}</td>
                <th scope="row">{course.courseName}</th>
                <td>{shown(course.creditHours)}</td>
                <td>{shown(course.ectsCredit)}</td>
                <td>{shown(course.prerequisite)}</td>
              </tr>
            ))}
          </tbody>
          <tfoot>
            <tr>
              <th scope="row" colSpan={2}>
                {one.total}
              </th>
              <td>{total(courses.map(({ creditHours }) => creditHours))}</td>
              <td>{total(courses.map(({ ectsCredit }) => ectsCredit))}</td>
              <td />
            </tr>
          </tfoot>
        </ScrollTable>
      )}
    </>
  );
}

function shown(value: string | number | null | undefined): string | number {
  return value === 0 ? value : value || texts.one.none;
}
