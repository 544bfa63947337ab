import { applicantStates } from '@one-planet/contract/lifecycle';
import { useProceed } from '../../../applicant/proceed.ts';
import { useApplicant } from '../../../applicant/reads.ts';
import { portalHome } from '../../../site/redirects.ts';
import { useSite } from '../../../site/site.ts';
import { Retry } from '../../../ui/retry.tsx';
import { texts as session } from '../../../words/applicant.ts';
import { texts } from './words.ts';

/** Activation comes before there is anything to show. */
const states = applicantStates
  .filter((state) => state !== 'NOT_ACTIVATED')
  .map((state) => [state, texts.states[state]] as const);

/** Which of the states the applicant is in, and what comes next. */
export default function ApplicationStatus() {
  const { data, isError, refetch } = useApplicant({ staleTime: 0 });
  return (
    <section className="standing" aria-label={texts.title}>
      <div className="page">
        {data ? (
          <Place status={data.status} />
        ) : isError ? (
          <Retry text={texts.failed} again={refetch} />
        ) : (
          <span className="spinner" />
        )}
      </div>
    </section>
  );
}

function Place({ status }: { status: string }) {
  const { settings } = useSite();
  const [busy, proceed] = useProceed();
  const at = states.findIndex(([name]) => name === status);
  const here = states[at]?.[1];
  if (!here) {
    return <p>{status === 'NOT_ACTIVATED' ? texts.notActivated : texts.unknown(status)}</p>;
  }
  const following = states[at + 1]?.[1];
  return (
    <>
      <div>
        <p className="eyebrow">
          {texts.title}: {texts.step(at + 1, states.length)}
        </p>
        <h2>{here.title}</h2>
        <p>{here.text}</p>
        {following && (
          <p className="hint">
            {texts.next}: {following.title}
          </p>
        )}
        {status === 'ADMITTED' ? (
          <a className="button accent" href={portalHome(settings, 'student')} rel="noreferrer">
            {texts.toPortal}
          </a>
        ) : (
          <button
            type="button"
            className="button accent"
            aria-busy={busy}
            onClick={() => void proceed()}
          >
            {session.proceed}
          </button>
        )}
      </div>
      <details>
        <summary>{texts.all}</summary>
        <ol>
          {states.map(([name, { title }], number) => (
            <li
              key={name}
              data-done={number < at}
              aria-current={number === at ? 'step' : undefined}
            >
              {title} {number < at && <small>{texts.done}</small>}
              {number === at && <small>{texts.here}</small>}
            </li>
          ))}
        </ol>
      </details>
    </>
  );
}
