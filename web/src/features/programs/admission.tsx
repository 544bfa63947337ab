import { programSlug } from '@one-planet/contract/program-slug';
import { useState } from 'react';
import { Redirect } from 'wouter';
import type { ScreenProps } from '../../routes.ts';
import { paths } from '../../routes.ts';
import { usePrograms } from '../../site/catalogue.ts';
import { Heading } from '../../ui/heading.tsx';
import { Retry } from '../../ui/retry.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { ProgramDetail } from './program-detail.tsx';
import { texts } from './words.ts';

/** `/admission/{field}`: one program (website specification, section 2). */
export function Admission({ params: { field = '' } }: ScreenProps) {
  const { data, isError, refetch } = usePrograms();
  const [chosen, choose] = useState<string>();
  const named = data?.filter(({ name }) => programSlug(name) === programSlug(field));
  const program = named?.length === 1 ? named[0] : named?.find(({ id }) => id === chosen);

  if (isError) {
    return (
      <div className="page narrow">
        <Heading>{texts.one.eyebrow}</Heading>
        <Retry text={texts.one.failed} again={refetch} />
      </div>
    );
  }
  if (!named) return <Skeleton page />;
  // Only once the list has loaded is it certain that there is no such program.
  if (named.length === 0) return <Redirect to={paths.home} replace />;
  if (program) return <ProgramDetail program={program} />;
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
