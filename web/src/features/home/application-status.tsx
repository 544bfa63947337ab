import { lifecycle } from '@one-planet/contract/lifecycle';
import { useAtomValue } from 'jotai';
import { Link } from 'wouter';
import { ExamRefusal, useExamRefusal } from '../../applicant/exam-refusal.tsx';
import { formatPaymentAmount, usePayment } from '../../applicant/payment.ts';
import { useUndeliveredExam } from '../../applicant/running-exam-notice.tsx';
import {
  CorrectPayment,
  PaidAlready,
  RejectedPayment,
} from '../../applicant/sent-payment-guard.tsx';
import { useProceed } from '../../applicant/session.tsx';
import {
  findSentPaymentState,
  readSentDetails,
  type SentPayment,
  useSentPayment,
} from '../../offline/sent-payment.ts';
import admittedPicture from '../../pictures/admitted.svg';
import { decisionPollMs, useApplicant } from '../../site/applicant-queries.ts';
import { contentAtom, sessionAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import { makePortalHomeUrl } from '../../site/portals.ts';
import { paths } from '../../site/routes.ts';
import { formatDayAndTime, useTimeZone } from '../../site/times.ts';
import {
  applicantTexts,
  dialogTexts,
  examRefusalTexts,
  runningTestTexts,
  sentPaymentTexts,
} from '../../texts/applicant-words.ts';
import { formatStepCount, stepNumberOf } from '../../texts/step-count.ts';
import { steps } from '../../texts/step-words.ts';
import { ContactDetails, DescriptionList, Picture, Text } from '../../ui/blocks.tsx';
import { Retry, Skeleton } from '../../ui/loading.tsx';
import { statusTexts as texts } from './status-words.ts';
import '../../styles/applicant.css';

/** The status of the application: the steps that are done, the next one, and whether the applicant or the college acts. */
export function ApplicationStatus() {
  const { data, isError, refetch } = useApplicant({
    staleTime: 0,
    isSettled: (status = '') => steps[(stepNumberOf(status) ?? 0) - 1]?.who !== 'college',
    pollMs: decisionPollMs,
  });
  return (
    <div className="standing">
      {data ? (
        <StatusDetails status={data.status} />
      ) : isError ? (
        <Retry text={applicantTexts.statusFailed} onRetry={refetch} />
      ) : (
        <Skeleton />
      )}
      {/* Below the status, so that it does not move when that is loaded. */}
      {(data || isError) && (
        <section className="help">
          <h3>{texts.help}</h3>
          <p>{texts.helpText}</p>
          <ContactDetails />
        </section>
      )}
    </div>
  );
}

function StatusDetails({ status }: { status: string }) {
  const stepNumber = stepNumberOf(status);
  const sentPayment = useSentPayment(useAtomValue(sessionAtom)?.email ?? '');
  const standing = findSentPaymentState(sentPayment, status);
  const isPaymentUnderway = standing === 'underway';
  const examRefusal = useExamRefusal();
  const hasRunningExam = useUndeliveredExam() !== undefined;
  if (stepNumber === undefined) return <p>{texts.unknown(status)}</p>;
  if (examRefusal !== undefined && !hasRunningExam && status === lifecycle['exams.submit'].from) {
    return (
      <>
        <div>
          <p className="eyebrow">{formatStepCount(stepNumber)}</p>
          <h2>{examRefusalTexts.title}</h2>
          <ExamRefusal notice={examRefusal} />
        </div>
        <AllSteps stepNumber={stepNumber} currentNote={examRefusalTexts.step} />
      </>
    );
  }
  return (
    <>
      <CurrentStep
        status={status}
        stepNumber={stepNumber}
        isPaymentUnderway={isPaymentUnderway}
        rejectedPayment={standing === 'rejected' ? sentPayment : undefined}
      />
      <AllSteps
        stepNumber={stepNumber}
        currentNote={isPaymentUnderway ? texts.arriving : undefined}
      />
    </>
  );
}

interface CurrentStepProps {
  status: string;
  stepNumber: number;
  /** A payment that this device sent may be on its way to the college. */
  isPaymentUnderway: boolean;
  /** The payment that staff have rejected, if any. */
  rejectedPayment: SentPayment | undefined;
}

/** The step that the application is at: what to do, facts about it, and the button to go on. */
function CurrentStep({ status, stepNumber, isPaymentUnderway, rejectedPayment }: CurrentStepProps) {
  const { settings } = useSite();
  const { decision } = useAtomValue(contentAtom).takes ?? {};
  const [isBusy, proceed] = useProceed();
  const currentStep = steps[stepNumber - 1];
  const exam = useUndeliveredExam();
  const examStatusText =
    exam && (exam.isSubmitted ? runningTestTexts.notSubmittedStatus : runningTestTexts.status);
  const hasApplied = status === lifecycle['applicants.applyForProgram'].to;
  return (
    <div>
      <p className="eyebrow">{currentStep ? formatStepCount(stepNumber) : texts.allDone}</p>
      {!currentStep && <Picture src={admittedPicture} />}
      <h2>{currentStep?.title ?? texts.congratulations}</h2>
      {rejectedPayment ? (
        <RejectedPayment sentPayment={rejectedPayment} />
      ) : (
        <p>{isPaymentUnderway ? texts.onItsWay : (examStatusText ?? texts.states.get(status))}</p>
      )}
      {status === 'TOOK_EXAM' && !isPaymentUnderway && !rejectedPayment && (
        <>
          <PaymentDue />
          <PaidAlready />
        </>
      )}
      {status === 'ACTIVATION_PAID' && <SentPaymentSummary />}
      {status === 'APPLIED' && <ApplicationReference decisionTime={decision} />}
      {currentStep ? (
        <>
          {currentStep.who === 'college' && <p className="hint">{texts.wait}</p>}
          <p className="actions">
            {rejectedPayment && <CorrectPayment />}
            {hasApplied && (
              <Link className="button primary" to={paths.applyProgramConfirmation}>
                {dialogTexts.dear.see}
              </Link>
            )}
            {hasApplied ? null : exam ? (
              // A link instead of the button, which needs a request: the test goes on without a connection.
              <Link className="button primary" to={paths.takeExam}>
                {runningTestTexts.goBack}
              </Link>
            ) : (
              <button
                type="button"
                className={
                  currentStep.who || isPaymentUnderway || rejectedPayment
                    ? 'button'
                    : 'button primary'
                }
                aria-busy={isBusy}
                onClick={() => void proceed()}
              >
                {applicantTexts.proceed}
              </button>
            )}
          </p>
        </>
      ) : (
        <a
          className="button primary"
          href={makePortalHomeUrl(settings, 'student')}
          rel="noreferrer"
        >
          {texts.toPortal}
        </a>
      )}
    </div>
  );
}

/** The fee that is due: the amount, the payment code, and the time limit. */
function PaymentDue() {
  const { payment: fee, isError } = usePayment();
  // The rows are there before their values, so that nothing moves when these are loaded.
  const placeholder = isError ? '' : '…';
  const { amount, code, until, within } = texts.due;
  return (
    <KnownFacts
      facts={[
        [amount, fee ? formatPaymentAmount(fee) : placeholder],
        [code, fee?.paymentCode ?? placeholder],
        [until, within],
      ]}
    />
  );
}

/** The payment code as a reference for questions, if this device has it, and how long the decision takes. */
function ApplicationReference({ decisionTime }: { decisionTime: string | undefined }) {
  const { code } = readSentDetails(useAtomValue(sessionAtom)?.email ?? '');
  return (
    <KnownFacts
      facts={[
        [texts.reference, code],
        [texts.takes, decisionTime],
      ]}
    />
  );
}

/** The details of the sent payment that this device stores, and how long its verification takes. */
function SentPaymentSummary() {
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const { at = 0 } = useSentPayment(email) ?? {};
  const { bank, reference, receipt } = readSentDetails(email);
  const timeZone = useTimeZone();
  const { verification } = useAtomValue(contentAtom).takes ?? {};
  return (
    <KnownFacts
      facts={[
        [texts.sent, at > 0 ? formatDayAndTime(at, timeZone) : ''],
        [sentPaymentTexts.rejected.bank, bank],
        [sentPaymentTexts.rejected.reference, reference],
        [sentPaymentTexts.rejected.receipt, receipt],
        [texts.takes, verification],
      ]}
    />
  );
}

/** A list of the facts that have a value; nothing if none has. */
function KnownFacts({ facts }: { facts: readonly (readonly [label: string, value?: string])[] }) {
  const knownFacts = facts.flatMap(([label, value]) => (value ? [[label, value] as const] : []));
  return knownFacts.length > 0 && <DescriptionList facts={knownFacts} />;
}

interface AllStepsProps {
  stepNumber: number;
  /** What stands beside the current step. Default: whose turn it is. */
  currentNote: string | undefined;
}

/** The list of all steps: those that are done, folded; the current one; and how long each later one takes. */
function AllSteps({ stepNumber, currentNote }: AllStepsProps) {
  const doneSteps = steps.slice(0, stepNumber - 1);
  const openSteps = steps.slice(doneSteps.length);
  return (
    <div>
      <h3>{texts.all}</h3>
      {doneSteps.length > 0 && (
        <details>
          <summary>{texts.doneCount(doneSteps.length)}</summary>
          <ol className="track">
            {doneSteps.map(({ title }) => (
              <li key={title} data-done>
                <Text>{title}</Text> <small>{texts.done}</small>
              </li>
            ))}
          </ol>
        </details>
      )}
      {openSteps.length > 0 && (
        <ol className="track" style={{ counterReset: `step ${doneSteps.length}` }}>
          {openSteps.map(({ title, who = 'you', takes }, index) => (
            <li key={title} aria-current={index === 0 ? 'step' : undefined}>
              <Text>{title}</Text>{' '}
              <small>{index === 0 ? (currentNote ?? texts.now[who]) : takes}</small>
            </li>
          ))}
        </ol>
      )}
    </div>
  );
}
