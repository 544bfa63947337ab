import { useProceed } from '../../../applicant/proceed.ts';
import { decisionMs, useApplicant } from '../../../applicant/reads.ts';
import { type SentPayment, standingOf, useSentPayment } from '../../../applicant/sent-payment.ts';
import { CorrectPayment, NotConfirmed } from '../../../applicant/underway/no-second-payment.tsx';
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
  const { data, isError, refetch } = useApplicant({
    staleTime: 0,
    until: (status = '') => steps[(stepOf(status) ?? 0) - 1]?.who !== 'college',
    everyMs: decisionMs,
  });
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
  const sent = useSentPayment(useSession()?.email ?? '');
  const standing = standingOf(sent, status);
  const isOnItsWay = standing === 'underway';
  if (step === undefined) return <p>{texts.unknown(status)}</p>;
  return (
    <>
      <Now
        status={status}
        step={step}
        isOnItsWay={isOnItsWay}
        rejected={standing === 'rejected' ? sent : undefined}
      />
      <AllSteps step={step} isOnItsWay={isOnItsWay} />
    </>
  );
}

interface StepProps {
  step: number;
  /** A payment of this device may be on its way. */
  isOnItsWay: boolean;
}

interface NowProps extends StepProps {
  status: string;
  /** The payment that could not be confirmed. */
  rejected: SentPayment | undefined;
}

/** What is to be done now, and by whom. */
function Now({ status, step, isOnItsWay, rejected }: NowProps) {
  const { settings } = useSite();
  const [busy, proceed] = useProceed();
  const here = steps[step - 1];
  return (
    <div>
      <p className="eyebrow">{here ? stepCount(step) : texts.allDone}</p>
      {!here && <Picture src={admitted} />}
      <h2>{here?.title ?? texts.congratulations}</h2>
      {rejected ? (
        <NotConfirmed sent={rejected} />
      ) : (
        <p>{isOnItsWay ? texts.onItsWay : texts.states.get(status)}</p>
      )}
      {here ? (
        <>
          {here.who === 'college' && <p className="hint">{texts.wait}</p>}
          <p className="actions">
            {rejected && <CorrectPayment />}
            <button
              type="button"
              className={here.who || isOnItsWay || rejected ? 'button' : 'button accent'}
              aria-busy={busy}
              onClick={() => void proceed()}
            >
              {session.proceed}
            </button>
          </p>
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
