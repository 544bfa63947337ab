import { texts } from '../../texts/exam.ts';

/** What an applicant should know of the test. */
export function ExamInfo() {
  const { title, items, safe } = texts.info;
  return (
    <aside className="panel" aria-label={title}>
      <h2>{title}</h2>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      <p>{safe}</p>
    </aside>
  );
}
