import { formatAmount } from '../../site/amounts.ts';
import { ScrollTable } from '../../ui/scroll-table.tsx';
import { sample } from './sample.ts';
import { courseTotal, tuition } from './sample-amounts.ts';
import { texts } from './sample-words.ts';

/** What each course costs. */
export function CourseFees() {
  const { courses } = texts;
  return (
    <section>
      <h2>{courses.title}</h2>
      <ScrollTable label={courses.title}>
        <thead>
          <tr>
            <th scope="col">{courses.name}</th>
            <th scope="col">{courses.code}</th>
            <th scope="col">{courses.credits}</th>
            <th scope="col">{courses.feePerHour}</th>
            <th scope="col">{courses.total}</th>
          </tr>
        </thead>
        <tbody>
          {sample.courses.map((course) => (
            <tr key={course.code}>
              <th scope="row">{course.name}</th>
              <td>{course.code}</td>
              <td>{course.credits}</td>
              <td>{formatAmount(course.feePerHour)}</td>
              <td>{formatAmount(courseTotal(course))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              {courses.sum}
            </th>
            <td>{formatAmount(tuition(sample))}</td>
          </tr>
        </tfoot>
      </ScrollTable>
    </section>
  );
}
