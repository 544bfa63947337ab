import { Facts } from '../../ui/facts.tsx';
import { sample } from './sample.ts';
import { texts } from './sample-words.ts';

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
      <Facts facts={facts} />
    </section>
  );
}
