import { lifecycle } from '@one-planet/contract/lifecycle';
import { useAtomValue } from 'jotai';
import { Link } from 'wouter';
import { CorrectPayment, NotConfirmed } from '../../applicant/no-second-payment.tsx';
import { amountOf, usePayment } from '../../applicant/payment.ts';
import { useKeptTest } from '../../applicant/running-test.tsx';
import { useProceed } from '../../applicant/session.tsx';
import {
  readSentDetails,
  type SentPayment,
  sentPaymentState,
  useSentPayment,
} from '../../offline/sent-payment.ts';
import admitted from '../../pictures/admitted.svg';
import { decisionPollMs, useApplicant } from '../../site/applicant-queries.ts';
import { contentAtom, sessionAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import { portalHome } from '../../site/log-in.ts';
import { paths } from '../../site/routes.ts';
import { dayAndTime, useZone } from '../../site/times.ts';
import {
  dialogTexts,
  sentPaymentTexts as payment,
  runningTestTexts as runningTest,
  applicantTexts as session,
} from '../../texts/applicant-words.ts';
import { stepCount, stepOf } from '../../texts/formats.ts';
import { steps } from '../../texts/step-words.ts';
import { ContactDetails, DescriptionList, Picture, Text } from '../../ui/blocks.tsx';
import { Retry, Skeleton } from '../../ui/loading.tsx';
import { statusTexts as texts } from './status-words.ts';
import '../../styles/applicant.css';

/** Where the applicant stands: what is done, what is next, and who acts. */
export function ApplicationStatus() {
  const { data, isError, refetch } = useApplicant({
    staleTime: 0,
    isSettled: (status = '') => steps[(stepOf(status) ?? 0) - 1]?.who !== 'college',
    pollMs: decisionPollMs,
  });
  return (
    <div className="standing">
      {data ? (
        <Place status={data.status} />
      ) : isError ? (
        <Retry text={session.statusFailed} onRetry={refetch} />
      ) : (
        <Skeleton />
      )}
      <section className="help">
        <h3>{texts.help}</h3>
        <p>{texts.helpText}</p>
        <ContactDetails />
      </section>
    </div>
  );
}

function Place({ status }: { status: string }) {
  const step = stepOf(status);
  const sent = useSentPayment(useAtomValue(sessionAtom)?.email ?? '');
  const standing = sentPaymentState(sent, status);
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

/** The next step, and who takes it. */
function Now({ status, step, isOnItsWay, rejected }: NowProps) {
  const { settings } = useSite();
  const { decision } = useAtomValue(contentAtom).takes ?? {};
  const [busy, proceed] = useProceed();
  const here = steps[step - 1];
  const test = useKeptTest();
  const testStatus =
    test && (test.isSubmitted ? runningTest.notSubmittedStatus : runningTest.status);
  const hasApplied = status === lifecycle['applicants.applyForProgram'].to;
  return (
    <div>
      <p className="eyebrow">{here ? stepCount(step) : texts.allDone}</p>
      {!here && <Picture src={admitted} />}
      <h2>{here?.title ?? texts.congratulations}</h2>
      {rejected ? (
        <NotConfirmed sent={rejected} />
      ) : (
        <p>{isOnItsWay ? texts.onItsWay : (testStatus ?? texts.states.get(status))}</p>
      )}
      {status === 'TOOK_EXAM' && !isOnItsWay && !rejected && <Due />}
      {status === 'ACTIVATION_PAID' && <SentToCollege />}
      {status === 'APPLIED' && <Known facts={[[texts.takes, decision]]} />}
      {here ? (
        <>
          {here.who === 'college' && <p className="hint">{texts.wait}</p>}
          <p className="actions">
            {rejected && <CorrectPayment />}
            {hasApplied && (
              <Link className="button accent" to={paths.applyProgramConfirmation}>
                {dialogTexts.dear.see}
              </Link>
            )}
            {test ? (
              // No call before it: the test goes on without a connection, too.
              <Link className="button accent" to={paths.takeExam}>
                {runningTest.goBack}
              </Link>
            ) : (
              <button
                type="button"
                className={here.who || isOnItsWay || rejected ? 'button' : 'button accent'}
                aria-busy={busy}
                onClick={() => void proceed()}
              >
                {session.proceed}
              </button>
            )}
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

/** The fee: how much, under which code, and until when. */
function Due() {
  const { payment: fee, isError } = usePayment();
  // The places of both are kept, so that nothing moves when they come.
  const waiting = isError ? '' : '…';
  const { amount, code, until, within } = texts.due;
  return (
    <Known
      facts={[
        [amount, fee ? amountOf(fee) : waiting],
        [code, fee?.paymentCode ?? waiting],
        [until, within],
      ]}
    />
  );
}

/** The payment, as far as this device knows it, and how long its verification takes. */
function SentToCollege() {
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const { at = 0 } = useSentPayment(email) ?? {};
  const { bank, reference, receipt } = readSentDetails(email);
  const zone = useZone();
  const { verification } = useAtomValue(contentAtom).takes ?? {};
  return (
    <Known
      facts={[
        [texts.sent, at > 0 ? dayAndTime(at, zone) : ''],
        [payment.rejected.bank, bank],
        [payment.rejected.reference, reference],
        [payment.rejected.receipt, receipt],
        [texts.takes, verification],
      ]}
    />
  );
}

/** Facts, without those that nobody knows. */
function Known({ facts }: { facts: readonly (readonly [label: string, value?: string])[] }) {
  const known = facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
  return known.length > 0 && <DescriptionList facts={known} />;
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
