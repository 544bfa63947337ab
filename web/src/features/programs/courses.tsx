import { useId } from 'react';
import { useCourses } from '../../site/catalogue.ts';
import { Retry } from '../../ui/retry.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { SemesterTable } from './semester-table.tsx';
import { ofYear } from './semesters.ts';
import { texts } from './words.ts';

/** The courses by year, as tabs. */
export function Courses({ programId }: { programId: string | number }) {
  const { data, isError, refetch } = useCourses(programId);
  const id = useId();
  const { one } = texts;
  return (
    <section aria-labelledby={`${id}title`}>
      <h2 id={`${id}title`}>{one.courses}</h2>
      <Tabs labelledBy={`${id}title`} names={one.years.map(one.year)}>
        {(at) => {
          const semesters = data ? ofYear(data, at + 1) : [];
          return (
            <>
              {isError && <Retry text={one.failed} again={refetch} />}
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
