import { birr, formatAmount } from '../../site/amounts.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Heading } from '../../ui/heading.tsx';
import { ScrollTable } from '../../ui/tabs/scroll-table.tsx';
import { courseTotal, grandTotal, sample, tuition } from './sample.ts';
import { texts } from './sample-words.ts';
import '../../styles/receipt.css';

/** `/receipt/type2/{token}`: a static sample, whatever the token (journey specification, section 2). */
export function ReceiptSample() {
  return (
    <div className="page">
      <article className="receipt">
        <p className="sample-mark">{texts.mark}</p>
        <Heading>{texts.title}</Heading>
        <p className="lead">{texts.note}</p>
        <PersonalDetail />
        <CourseFees />
        <FeeSummary />
        <div className="stamp">
          <p>{texts.stamp}</p>
        </div>
      </article>
    </div>
  );
}

/** Whose receipt it is. */
export function PersonalDetail() {
  const { personal } = texts;
  const { student } = sample;
  const facts: [label: string, value: string][] = [
    [personal.name, student.name],
    [personal.studentId, student.studentId],
    [personal.batch, student.batch],
    [personal.semester, student.semester],
    [personal.program, student.program],
    [personal.yearLevel, student.yearLevel],
    [personal.category, student.category],
  ];
  return (
    <section>
      <h2>{personal.title}</h2>
      <DescriptionList facts={facts} />
    </section>
  );
}

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

/** What all of it comes to. */
export function FeeSummary() {
  const { summary } = texts;
  const amounts: [label: string, amount: number][] = [
    [summary.facilities, sample.facilities],
    [summary.tuition, tuition(sample)],
    [summary.grandTotal, grandTotal(sample)],
  ];
  return (
    <section>
      <h2>{summary.title}</h2>
      <DescriptionList facts={amounts.map(([label, amount]) => [label, birr(amount)])} />
    </section>
  );
}
