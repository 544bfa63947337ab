import { formatAmount, formatBirr, toCents } from '../../texts/formats.ts';
import { DescriptionList } from '../../ui/blocks.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Letterhead } from '../../ui/letterhead.tsx';
import { ScrollTable } from '../../ui/tabs.tsx';
import { receiptSampleTexts as texts } from './receipt-words.ts';
import '../../styles/receipt.css';

/** `/receipt/type2/{token}`: the same static sample for every token (specification/journey §2). */
export function ReceiptSample() {
  const { personal, student, summary } = texts;
  return (
    <div className="page">
      <article className="paper receipt">
        <Letterhead />
        <p className="sample-mark">{texts.mark}</p>
        <Heading>{texts.title}</Heading>
        <p className="lead">{texts.note}</p>
        <section>
          <h2>{personal.title}</h2>
          <DescriptionList
            facts={[
              [personal.name, student.name],
              [personal.studentId, student.studentId],
              [personal.batch, student.batch],
              [personal.semester, student.semester],
              [personal.program, student.program],
              [personal.yearLevel, student.yearLevel],
              [personal.category, student.category],
            ]}
          />
        </section>
        <CourseFees />
        <section>
          <h2>{summary.title}</h2>
          <DescriptionList
            facts={[
              [summary.facilities, formatBirr(sampleReceipt.facilitiesFee)],
              [summary.tuition, formatBirr(calculateTuitionFee(sampleReceipt))],
              [summary.grandTotal, formatBirr(calculateGrandTotal(sampleReceipt))],
            ]}
          />
        </section>
        <div className="stamp">
          <p>{texts.stamp}</p>
        </div>
      </article>
    </div>
  );
}

/** The table with the fee of each course. */
function CourseFees() {
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
          {sampleReceipt.courses.map((course) => (
            <tr key={course.code}>
              <th scope="row" lang="en">
                {course.name}
              </th>
              <td data-label={courses.code}>{course.code}</td>
              <td data-label={courses.credits}>{course.credits}</td>
              <td data-label={courses.feePerHour}>{formatAmount(course.feePerHour)}</td>
              <td data-label={courses.total}>{formatAmount(calculateCourseFee(course))}</td>
            </tr>
          ))}
        </tbody>
        <tfoot>
          <tr>
            <th scope="row" colSpan={4}>
              {courses.sum}
            </th>
            <td>{formatAmount(calculateTuitionFee(sampleReceipt))}</td>
          </tr>
        </tfoot>
      </ScrollTable>
    </section>
  );
}

/** A course of the sample receipt. */
export interface CourseFee {
  name: string;
  code: string;
  credits: number;
  /** In ETB. */
  feePerHour: number;
}

/** The fees of the sample receipt. */
export interface SampleFees {
  courses: readonly CourseFee[];
  /** The facilities fee, in ETB. */
  facilitiesFee: number;
}

/** The made-up courses and amounts of the sample receipt: nothing is requested (specification/journey §2). */
export const sampleReceipt = {
  facilitiesFee: 500,
  courses: [
    { name: 'Communicative English', code: 'SAM 101', credits: 3, feePerHour: 350 },
    { name: 'Principles of Accounting I', code: 'SAM 102', credits: 4, feePerHour: 412.5 },
    { name: 'Introduction to Economics', code: 'SAM 103', credits: 3, feePerHour: 350 },
    { name: 'Mathematics for Finance', code: 'SAM 104', credits: 3, feePerHour: 380.25 },
  ],
} as const satisfies SampleFees;

/** @returns the fee of a course in ETB: each credit is one hour */
export function calculateCourseFee({ credits, feePerHour }: CourseFee): number {
  return toCents(credits * feePerHour) / 100;
}

/** @returns the sum of the course fees, in ETB */
export function calculateTuitionFee({ courses }: Pick<SampleFees, 'courses'>): number {
  return (
    courses.reduce((sumCents, course) => sumCents + toCents(calculateCourseFee(course)), 0) / 100
  );
}

/** @returns course fees and facilities fee together, in ETB */
export function calculateGrandTotal(fees: SampleFees): number {
  return (toCents(calculateTuitionFee(fees)) + toCents(fees.facilitiesFee)) / 100;
}
