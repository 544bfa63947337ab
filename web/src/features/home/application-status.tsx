import { lifecycle } from '@one-planet/contract/lifecycle';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
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
import donePicture from '../../pictures/done.svg';
import educationPicture from '../../pictures/education.svg';
import mailPicture from '../../pictures/mail.svg';
import programPicture from '../../pictures/programme.svg';
import waitingPicture from '../../pictures/waiting.svg';
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
import { formatStepTime, sumMinutesFrom } from '../../texts/step-time.ts';
import { steps, stepTexts } from '../../texts/step-words.ts';
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
        <details className="help">
          <summary>{texts.help}</summary>
          <p>{texts.helpText}</p>
          <ContactDetails />
        </details>
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

/** By the number of the step, from 0. */
const stepPictures = [
  mailPicture,
  educationPicture,
  donePicture,
  waitingPicture,
  programPicture,
  educationPicture,
  mailPicture,
  programPicture,
  waitingPicture,
];

/** The page of what was sent, in each state in which the college acts. */
const waitingPages: Partial<Record<string, { path: string; name: string }>> = {
  [lifecycle['payments.makeOffline'].to]: {
    path: paths.pendingPayVerification,
    name: texts.seePayment,
  },
  [lifecycle['applicants.applyForProgram'].to]: {
    path: paths.applyProgramConfirmation,
    name: dialogTexts.dear.see,
  },
};

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
  const isPaymentDue = status === 'TOOK_EXAM' && !isPaymentUnderway && !rejectedPayment;
  const waitingPage = waitingPages[status];
  return (
    <div>
      <Picture src={stepPictures[stepNumber - 1] ?? admittedPicture} />
      <p className="eyebrow">{currentStep ? formatStepCount(stepNumber) : texts.allDone}</p>
      <h2>{currentStep?.title ?? texts.congratulations}</h2>
      {rejectedPayment ? (
        <RejectedPayment sentPayment={rejectedPayment} />
      ) : (
        <p>{isPaymentUnderway ? texts.onItsWay : (examStatusText ?? texts.states.get(status))}</p>
      )}
      {isPaymentDue && <PaymentDue />}
      {status === 'ACTIVATION_PAID' && <SentPaymentSummary />}
      {status === 'APPLIED' && <ApplicationReference decisionTime={decision} />}
      {currentStep ? (
        <>
          <p className="hint">
            {currentStep.who === 'college'
              ? texts.wait
              : stepTexts.left(sumMinutesFrom(stepNumber))}
          </p>
          <p className="actions">
            {rejectedPayment && <CorrectPayment />}
            {waitingPage ? (
              <Link className="button primary" to={waitingPage.path}>
                {waitingPage.name}
              </Link>
            ) : exam ? (
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
      {isPaymentDue && <PaidAlready />}
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

/** The list of all steps, folded on a phone: those that are done, the current one, and how long each later one takes. */
function AllSteps({ stepNumber, currentNote }: AllStepsProps) {
  const [isWide] = useState(() => matchMedia('(min-width: 60rem)').matches);
  return (
    <details open={isWide}>
      <summary>{texts.all}</summary>
      <ol className="track">
        {steps.map((step, index) => {
          const isDone = index < stepNumber - 1;
          const isCurrent = index === stepNumber - 1;
          return (
            <li
              key={step.title}
              data-done={isDone || undefined}
              aria-current={isCurrent ? 'step' : undefined}
            >
              <Text>{step.title}</Text>{' '}
              <small>
                {isDone
                  ? texts.done
                  : isCurrent
                    ? (currentNote ?? texts.now[step.who ?? 'you'])
                    : formatStepTime(step)}
              </small>
            </li>
          );
        })}
      </ol>
    </details>
  );
}
