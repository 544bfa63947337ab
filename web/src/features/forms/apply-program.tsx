import { useRead } from '../../applicant/read.ts';
import { StepPage } from '../../applicant/step-page.tsx';
import { useSite } from '../../site/site.ts';
import { Retry } from '../../ui/retry.tsx';
import { Waiting } from '../../ui/waiting.tsx';
import { texts } from './application-words.ts';
import { ApplyForm } from './apply-form.tsx';
import { offersOf } from './offers.ts';

/** `/applicant/apply_program`: one program is chosen, for good (journey specification, sections 2 and 7). */
export default function ApplyProgram() {
  return (
    <StepPage texts={texts} state="READY_TO_APPLY">
      {() => <Choice />}
    </StepPage>
  );
}

function Choice() {
  const { api } = useSite();
  const { data, isError, refetch } = useRead<unknown[]>(
    ['batchPrograms.applicable'],
    (signal) => api.batchPrograms.applicable({ fetchOptions: { signal } }),
    Array.isArray,
  );
  if (isError) return <Retry text={texts.failed} again={refetch} />;
  if (!data) return <Waiting />;
  const offers = offersOf(data);
  // The form comes with its options, so that a choice made before finds its own again.
  return offers.length === 0 ? <p role="status">{texts.none}</p> : <ApplyForm offers={offers} />;
}
