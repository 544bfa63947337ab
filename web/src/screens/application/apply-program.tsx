import { Heading } from '../../components/heading.tsx';
import { Retry } from '../../components/retry.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { StepGuard } from '../../components/step-guard.tsx';
import { useRead } from '../../state/read.ts';
import { useSite } from '../../state/site.ts';
import { texts } from '../../texts/application.ts';
import { ApplyForm } from './apply-form.tsx';
import { offersOf } from './offers.ts';

/** `/applicant/apply_program`: one program is chosen, for good (journey specification, sections 2 and 7). */
export default function ApplyProgram() {
  return (
    <StepGuard title={texts.title} states={['READY_TO_APPLY']}>
      {() => (
        <div className="page narrow">
          <p className="eyebrow">{texts.progress}</p>
          <Heading>{texts.title}</Heading>
          <p className="lead">{texts.lead}</p>
          <Choice />
        </div>
      )}
    </StepGuard>
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
  if (!data) return <Skeleton />;
  const offers = offersOf(data);
  // The form comes with its options, so that a choice made before finds its own again.
  return offers.length === 0 ? <p role="status">{texts.none}</p> : <ApplyForm offers={offers} />;
}
