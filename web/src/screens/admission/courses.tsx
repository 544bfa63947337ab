import { type KeyboardEvent, useId, useRef, useState } from 'react';
import { Retry } from '../../components/retry.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useCourses } from '../../state/catalogue.ts';
import { texts } from '../../texts/programs.ts';
import { SemesterTable } from './semester-table.tsx';
import { ofYear } from './semesters.ts';

/** The courses by year, as tabs; the arrow keys move between them. */
export function Courses({ programId }: { programId: string | number }) {
  const { data, isError, refetch } = useCourses(programId);
  const [year, setYear] = useState(1);
  const tabs = useRef<HTMLDivElement>(null);
  const id = useId();
  const { one } = texts;
  const onKeyDown = ({ key }: KeyboardEvent) => {
    const count = one.years.length;
    const moved = {
      ArrowRight: year % count,
      ArrowLeft: (year + count - 2) % count,
      Home: 0,
      End: count - 1,
    }[key];
    if (moved === undefined) return;
    setYear(moved + 1);
    tabs.current?.querySelectorAll('button')[moved]?.focus();
  };
  const semesters = data ? ofYear(data, year) : [];
  return (
    <section aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>{one.courses}</h2>
      <div
        className="tabs"
        role="tablist"
        aria-labelledby={`${id}title`}
        ref={tabs}
        onKeyDown={onKeyDown}
      >
        {one.years.map((name, at) => (
          <button
            key={name}
            type="button"
            role="tab"
            id={`${id}tab${at + 1}`}
            aria-selected={year === at + 1}
            aria-controls={`${id}panel`}
            tabIndex={year === at + 1 ? 0 : -1}
            onClick={() => setYear(at + 1)}
          >
            {one.year(name)}
          </button>
        ))}
      </div>
      <div role="tabpanel" id={`${id}panel`} aria-labelledby={`${id}tab${year}`}>
        {isError && <Retry text={one.failed} again={refetch} />}
        {!data && !isError && <Skeleton />}
        {data && semesters.every(({ courses }) => courses.length === 0) ? (
          <p>{one.emptyYear}</p>
        ) : (
          semesters.map((semester) => <SemesterTable key={semester.number} {...semester} />)
        )}
      </div>
    </section>
  );
}
