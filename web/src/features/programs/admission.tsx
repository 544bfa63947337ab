import { useState } from 'react';
import { Redirect } from 'wouter';
import type { ScreenProps } from '../../routes.ts';
import { paths } from '../../routes.ts';
import { useProgramsAt } from '../../site/catalogue.ts';
import { Heading } from '../../ui/heading.tsx';
import { Retry } from '../../ui/retry.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { texts as frame } from '../../words/frame.ts';
import { ProgramDetail } from './program-detail.tsx';
import { texts } from './words.ts';

/** `/admission/{field}`: one program (website specification, section 2). */
export function Admission({ params: { field = '' } }: ScreenProps) {
  const { data: named, isError, isOld, refetch } = useProgramsAt(field);
  const [chosen, choose] = useState<string>();
  const program = named?.length === 1 ? named[0] : named?.find(({ id }) => id === chosen);

  if (isError) {
    return (
      <div className="page narrow">
        <Heading>{texts.one.eyebrow}</Heading>
        <Retry alone text={texts.one.failed} again={refetch} />
      </div>
    );
  }
  if (!named) return <Skeleton page />;
  // Only once the list has loaded is it certain that there is no such program.
  if (named.length === 0) return <Redirect to={paths.home} replace />;
  if (program) {
    const old = isOld && <Retry text={frame.programsOld} again={refetch} />;
    return <ProgramDetail program={program} note={old} />;
  }
  return (
    <div className="page narrow">
      <Heading>{texts.one.choose}</Heading>
      <p>{texts.one.chooseText}</p>
      <ul className="choices">
        {named.map(({ id, name, studyLevel }) => (
          <li key={id}>
            <button type="button" className="button" onClick={() => choose(id)}>
              {[name, studyLevel].filter(Boolean).join(', ')}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}
