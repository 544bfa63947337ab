import { lifecycle } from '@one-planet/contract/lifecycle';
import { useOwnData } from '../../applicant/reads.ts';
import { StepPage } from '../../applicant/step-page.tsx';
import { bodyOf } from '../../site/queries.ts';
import { useSite } from '../../site/site.ts';
import { Retry } from '../../ui/retry.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { texts } from './application-words.ts';
import { ApplyForm } from './apply-form.tsx';
import { offersOf } from './offers.ts';

/** `/applicant/apply_program`: one program is chosen, for good (journey specification, sections 2 and 7). */
export default function ApplyProgram() {
  return (
    <StepPage texts={texts} state={lifecycle['applicants.applyForProgram'].from}>
      {() => <Choice />}
    </StepPage>
  );
}

function Choice() {
  const { data, isError, refetch } = useSite().hooks.batchPrograms.applicable.useQuery({
    ...useOwnData('batchPrograms.applicable'),
    queryData: { isUsable: Array.isArray },
    select: bodyOf,
  });
  if (isError) return <Retry text={texts.failed} again={refetch} />;
  if (!data) return <Waiting />;
  const offers = offersOf(data);
  // The form comes with its options, so that a choice made before finds its own again.
  return offers.length === 0 ? <p role="status">{texts.none}</p> : <ApplyForm offers={offers} />;
}
