import { isPass, lifecycle } from '@one-planet/contract/lifecycle';
import { limits } from '@one-planet/contract/limits';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Link } from 'wouter';
import { useExamRefusal } from '../../applicant/exam-refusal.tsx';
import {
  formatPaymentAmount,
  type Payment,
  useAccounts,
  useOwnNavigationState,
  usePassedPayment,
  usePayment,
} from '../../applicant/payment.ts';
import { AccountLines, keepPassTime, PaymentSlip } from '../../applicant/payment-slip.tsx';
import { CorrectPayment, SentPaymentGuard } from '../../applicant/sent-payment-guard.tsx';
import { StepGuard } from '../../applicant/step-page.tsx';
import failedPicture from '../../pictures/coming.svg';
import passedPicture from '../../pictures/done.svg';
import { contentAtom, sessionAtom } from '../../site/atoms.ts';
import { ownerHashOf } from '../../site/owner.ts';
import { paths } from '../../site/routes.ts';
import { formatClockTime, useTimeZone } from '../../site/times.ts';
import { textOf } from '../../site/unchecked.ts';
import { sentPaymentTexts } from '../../texts/applicant-words.ts';
import { code as language } from '../../texts/current.ts';
import { frameTexts } from '../../texts/frame-words.ts';
import { Picture, Text } from '../../ui/blocks.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Retry, Skeleton } from '../../ui/loading.tsx';
import { examTexts as texts } from './exam-words.ts';
import { SampleQuestions } from './sample-questions.tsx';
import '../../styles/exam.css';
import '../../styles/applicant.css';

/**
 * `/applicant/exam_result` (specification/journey §2). If the previous page passed on no result, the status TOOK_EXAM
 * means a pass.
 */
export function ExamResult() {
  const navigationState = useOwnNavigationState();
  const [resultText, resultDesc] = [
    textOf(navigationState.result),
    textOf(navigationState.resultDesc),
  ];
  const passedPayment = usePassedPayment();
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const { title, pass } = texts.result;
  const { from, to } = lifecycle['exams.submit'];
  const hasFailed = resultDesc !== '' && !isPass({ result: resultText, resultDesc });
  // Requested at the same time as the status, because connections are slow.
  const paymentQuery = usePayment({ isEnabled: !hasFailed });
  const resultProps = {
    result: translateVerdict(resultText || (hasFailed ? resultDesc : pass)),
    resultDesc: translateVerdict(resultDesc || pass),
    arrivedAt: Number(navigationState.arrivedAt),
    answersFrom: textOf(navigationState.answersFrom),
    countedAfterTimeUp: textOf(navigationState.countedAfterTimeUp),
  };
  // Read by the slip, on this page and on those that follow.
  if (!hasFailed && resultProps.arrivedAt > 0) keepPassTime(email, resultProps.arrivedAt);
  const resultPage = hasFailed ? (
    <FailedResult {...resultProps} />
  ) : (
    <PassedResult {...resultProps} {...paymentQuery} />
  );
  const isResultKnown = hasFailed || passedPayment !== undefined;
  return (
    <StepGuard
      title={title}
      pageState={hasFailed ? from : to}
      redirectTo="next"
      placeholder={isResultKnown ? resultPage : undefined}
      keepsPlaceholderOnError={isResultKnown}
    >
      {() => resultPage}
    </StepGuard>
  );
}

/** @returns the page's word for the server's "pass" or "Fail", except in English; any other text unchanged */
function translateVerdict(resultText: string): string {
  const { pass, fail } = texts.result;
  const verdicts: Readonly<Record<string, string>> = language === 'en' ? {} : { pass, fail };
  return verdicts[resultText.toLowerCase()] ?? resultText;
}

interface ResultProps {
  result: string;
  resultDesc: string;
  /** When the server had the answers, in milliseconds since 1970; `NaN` if the previous page did not pass it on. */
  arrivedAt: number;
  /** `unsure` or `elsewhere`, see `AnswersFrom`; empty for the result of this device's answers, or an unknown origin. */
  answersFrom: string;
  /** How many questions were answered, if the test was submitted because its time was over; otherwise empty. */
  countedAfterTimeUp: string;
}

/** The page after a pass: what to pay, and where. */
function PassedResult({
  payment,
  isError,
  refetch,
  ...props
}: ResultProps & ReturnType<typeof usePayment>) {
  return (
    <div className="page narrow">
      <ResultFacts {...props} hasFailed={false} />
      {payment && (
        <SentPaymentGuard
          rejectedContent={
            <>
              <p className="actions">
                <CorrectPayment />
              </p>
              <details>
                <summary>{sentPaymentTexts.rejected.notPaid}</summary>
                <PaymentInstructions payment={payment} />
              </details>
            </>
          }
        >
          <PaymentInstructions payment={payment} />
        </SentPaymentGuard>
      )}
      {!payment && isError && <Retry text={texts.result.pendingFailed} onRetry={refetch} />}
      {!payment && !isError && <Skeleton />}
      <ResultNotes {...props} />
    </div>
  );
}

/** The slip to pay with, and the way to the payment form. */
function PaymentInstructions({ payment }: { payment: Payment }) {
  const { result } = texts;
  const { accounts, isError, refetch } = useAccounts(payment);
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const [isBankDialogOpen, setIsBankDialogOpen] = useState(false);
  return (
    <>
      <PaymentSlip payment={payment}>
        <details>
          <summary>{result.banks}</summary>
          <p>{result.amount(formatPaymentAmount(payment), limits.payment.windowDays)}</p>
          {accounts && <AccountLines accounts={accounts} />}
          {!accounts && isError && <Retry text={result.banksFailed} onRetry={refetch} />}
          <p>
            <Text>{result.pay}</Text>{' '}
            <button type="button" className="link" onClick={() => setIsBankDialogOpen(true)}>
              {result.bank}
            </button>
          </p>
          <p className="hint">{result.copyHint}</p>
        </details>
      </PaymentSlip>
      <p className="actions">
        <Link
          className="button primary"
          to={paths.offlinePayment}
          state={{ ...payment, owner: ownerHashOf(email) }}
        >
          {result.proceed}
        </Link>
      </p>
      {isBankDialogOpen && (
        <BankDialog payment={payment} onClose={() => setIsBankDialogOpen(false)} />
      )}
    </>
  );
}

/** The page after a fail: retake the test, if the college allows it, or go home. */
function FailedResult(props: ResultProps) {
  const isRefused = useExamRefusal() !== undefined;
  return (
    <div className="page narrow">
      <ResultFacts {...props} hasFailed />
      <p>{texts.result.failedLead}</p>
      <p className="actions">
        {!isRefused && (
          <Link className="button primary" to={paths.takeExam}>
            {texts.result.retake}
          </Link>
        )}
        <Link className="button" to={paths.home}>
          {frameTexts.goHome}
        </Link>
      </p>
      <ResultNotes {...props} />
      <p>
        <Text>{texts.result.failedAsk}</Text>{' '}
        <Link to={paths.contact}>{texts.result.askCollege}</Link>
      </p>
      <details>
        <summary>{texts.result.practise}</summary>
        <SampleQuestions />
      </details>
    </div>
  );
}

/** The result in the server's words: red for a fail, otherwise green. */
function ResultFacts({ result, resultDesc, hasFailed }: ResultProps & { hasFailed: boolean }) {
  const verdictClass = hasFailed ? 'verdict fail' : 'verdict pass';
  const isDescriptionSame = result.toLowerCase() === resultDesc.toLowerCase();
  return (
    <div className="outcome">
      <Picture src={hasFailed ? failedPicture : passedPicture} />
      <Heading>{texts.result.title}</Heading>
      <h2 className={verdictClass}>{hasFailed ? texts.result.notPassed : texts.result.passed}</h2>
      <p>
        <Text>{`${texts.result.final}:`}</Text>{' '}
        <b className={isDescriptionSame ? verdictClass : undefined}>{result}</b>
      </p>
      {!isDescriptionSame && <p className={verdictClass}>{resultDesc}</p>}
    </div>
  );
}

/** How the answers came to the college, as far as the previous page passed it on. */
function ResultNotes({ arrivedAt, answersFrom, countedAfterTimeUp }: ResultProps) {
  const timeZone = useTimeZone();
  return (
    <>
      {countedAfterTimeUp && <p>{texts.result.timeUp(countedAfterTimeUp)}</p>}
      {arrivedAt > 0 && <p>{texts.result.arrived(formatClockTime(arrivedAt, timeZone))}</p>}
      {answersFrom === 'unsure' && <p>{texts.result.answersFrom.unsure}</p>}
      {answersFrom === 'elsewhere' && <p>{texts.result.answersFrom.elsewhere}</p>}
    </>
  );
}

/** The dialog with the bank accounts to pay into. */
function BankDialog({ payment, onClose }: { payment: Payment; onClose: () => void }) {
  const { accounts, isError, refetch } = useAccounts(payment);
  const { accountHolder } = useAtomValue(contentAtom);
  const { result } = texts;
  return (
    <Dialog title={result.banks} onClose={onClose}>
      {!accounts && isError && <Retry text={result.banksFailed} onRetry={refetch} />}
      {!accounts && !isError && <Skeleton />}
      {accounts?.length === 0 && <p>{result.noBanks}</p>}
      {accounts && accounts.length > 0 && (
        <>
          {accountHolder && <p translate="no">{accountHolder}</p>}
          <table>
            <thead>
              <tr>
                <th scope="col">{result.bankName}</th>
                <th scope="col">{result.account}</th>
              </tr>
            </thead>
            <tbody>
              {accounts.map(({ bank, account }) => (
                <tr key={account} translate="no">
                  <td>{bank}</td>
                  <td>{account}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      )}
    </Dialog>
  );
}
