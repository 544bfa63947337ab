import { showsPayment } from '../../../applicant/payment-underway.ts';
import { useProceed } from '../../../applicant/proceed.ts';
import { useApplicant } from '../../../applicant/reads.ts';
import { useUnderway } from '../../../applicant/underway/use-underway.ts';
import admitted from '../../../pictures/admitted.svg';
import { portalHome } from '../../../site/redirects.ts';
import { useSession } from '../../../site/session.ts';
import { useSite } from '../../../site/site.ts';
import { Picture } from '../../../ui/picture.tsx';
import { Retry } from '../../../ui/retry.tsx';
import { Skeleton } from '../../../ui/skeleton.tsx';
import { texts as session } from '../../../words/applicant.ts';
import { stepCount, stepOf } from '../../../words/step-of.ts';
import { steps } from '../../../words/steps/steps.ts';
import { texts } from './words.ts';
import '../../../styles/applicant.css';
import { Text } from '../../../ui/text.tsx';

/** Where the applicant stands: what is done, what is next, and who acts. */
export default function ApplicationStatus() {
  const { data, isError, refetch } = useApplicant({ staleTime: 0 });
  return (
    <div className="standing">
      {data ? (
        <Place status={data.status} />
      ) : isError ? (
        <Retry text={texts.failed} again={refetch} />
      ) : (
        <Skeleton />
      )}
    </div>
  );
}

function Place({ status }: { status: string }) {
  const step = stepOf(status);
  const underway = useUnderway(useSession()?.email ?? '');
  const isOnItsWay = underway !== undefined && !showsPayment(status);
  if (step === undefined) return <p>{texts.unknown(status)}</p>;
  return (
    <>
      <Now status={status} step={step} isOnItsWay={isOnItsWay} />
      <AllSteps step={step} isOnItsWay={isOnItsWay} />
    </>
  );
}

interface StepProps {
  step: number;
  /** A payment of this device may be on its way. */
  isOnItsWay: boolean;
}

/** What is to be done now, and by whom. */
function Now({ status, step, isOnItsWay }: StepProps & { status: string }) {
  const { settings } = useSite();
  const [busy, proceed] = useProceed();
  const here = steps[step - 1];
  return (
    <div>
      <p className="eyebrow">{here ? stepCount(step) : texts.allDone}</p>
      {!here && <Picture src={admitted} />}
      <h2>{here?.title ?? texts.congratulations}</h2>
      <p>{isOnItsWay ? texts.onItsWay : texts.states.get(status)}</p>
      {here ? (
        <>
          {here.who === 'college' && <p className="hint">{texts.wait}</p>}
          <button
            type="button"
            className={!here.who && !isOnItsWay ? 'button accent' : 'button'}
            aria-busy={busy}
            onClick={() => void proceed()}
          >
            {session.proceed}
          </button>
        </>
      ) : (
        <a className="button accent" href={portalHome(settings, 'student')} rel="noreferrer">
          {texts.toPortal}
        </a>
      )}
    </div>
  );
}

function AllSteps({ step, isOnItsWay }: StepProps) {
  const here = (who: 'you' | 'college') => (isOnItsWay ? texts.arriving : texts.now[who]);
  return (
    <div>
      <h3>{texts.all}</h3>
      <ol className="track">
        {steps.map(({ title, who = 'you' }, at) => {
          const number = at + 1;
          const isHere = number === step;
          return (
            <li key={title} data-done={number < step} aria-current={isHere ? 'step' : undefined}>
              <Text>{title}</Text>{' '}
              <small>{number < step ? texts.done : isHere ? here(who) : texts.later[who]}</small>
            </li>
          );
        })}
      </ol>
    </div>
  );
}
