import { isPass, lifecycle } from '@one-planet/contract/lifecycle';
import { limits } from '@one-planet/contract/limits';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Link } from 'wouter';
import { CorrectPayment, NoSecondPayment } from '../../applicant/no-second-payment.tsx';
import {
  amountOf,
  type Payment,
  useAccounts,
  useOwnNavigationState,
  usePassedPayment,
  usePayment,
} from '../../applicant/payment.ts';
import { StepGuard } from '../../applicant/step-page.tsx';
import { contentAtom, sessionAtom } from '../../site/atoms.ts';
import { paths } from '../../site/routes.ts';
import { ownerOf } from '../../site/stored-session.ts';
import { clockTime, useZone } from '../../site/times.ts';
import { textOf } from '../../site/unchecked.ts';
import { sentPaymentTexts as sent } from '../../texts/applicant-words.ts';
import { frameTexts as frame } from '../../texts/frame-words.ts';
import { Text } from '../../ui/blocks.tsx';
import { useCopy } from '../../ui/copy-toast.tsx';
import { Dialog } from '../../ui/form/dialog.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Retry, Skeleton } from '../../ui/loading.tsx';
import { examTexts as texts } from './exam-words.ts';
import { Samples } from './start-exam.tsx';
import '../../styles/exam.css';
import '../../styles/applicant.css';

/**
 * `/applicant/exam_result` (journey specification, section 2). Where no result was passed on, the status TOOK_EXAM
 * means a pass.
 */
export function ExamResult() {
  const left = useOwnNavigationState();
  const [result, resultDesc] = [textOf(left.result), textOf(left.resultDesc)];
  const payment = usePassedPayment();
  const { title, pass } = texts.result;
  const { from, to } = lifecycle['exams.submit'];
  const isFail = resultDesc !== '' && !isPass({ result, resultDesc });
  const facts = {
    result: result || (isFail ? resultDesc : pass),
    resultDesc: resultDesc || pass,
    arrivedAt: Number(left.arrivedAt),
    answersFrom: textOf(left.answersFrom),
  };
  const page = isFail ? <Failed {...facts} /> : <Passed {...facts} />;
  const trusts = isFail || payment !== undefined;
  return (
    <StepGuard
      title={title}
      state={isFail ? from : to}
      otherwise="next"
      waiting={trusts ? page : undefined}
      trusts={trusts}
    >
      {() => page}
    </StepGuard>
  );
}

interface Result {
  result: string;
  resultDesc: string;
  /** When the answers were handed in from this page's predecessor, in milliseconds since 1970; otherwise not a number. */
  arrivedAt: number;
  /** See `AnswersFrom`; empty: the result was passed on, or the page was opened again. */
  answersFrom: string;
}

/** After a pass: what to pay, and where. */
function Passed(props: Result) {
  const { payment, isError, refetch } = usePayment();
  return (
    <div className="page narrow">
      <ResultFacts {...props} isFail={false} />
      <p className="lead">{texts.result.passed}</p>
      {payment && (
        <NoSecondPayment
          rejected={
            <>
              <p className="actions">
                <CorrectPayment />
              </p>
              <details>
                <summary>{sent.rejected.notPaid}</summary>
                <ToPay payment={payment} />
              </details>
            </>
          }
        >
          <ToPay payment={payment} />
        </NoSecondPayment>
      )}
      {!payment && isError && <Retry text={texts.result.pendingFailed} onRetry={refetch} />}
      {!payment && !isError && <Skeleton />}
    </div>
  );
}

function ToPay({ payment }: { payment: Payment }) {
  const { result } = texts;
  const { paymentCode: code, paymentDescription } = payment;
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const [toast, copy] = useCopy();
  const [showsBanks, setShowsBanks] = useState(false);
  return (
    <>
      <p>{result.payTop(paymentDescription)}</p>
      <p>
        <button
          type="button"
          className="code"
          translate="no"
          aria-label={result.copy(code)}
          onClick={() => void copy(code, result)}
        >
          {code}
        </button>
      </p>
      <p className="hint">{result.copyHint}</p>
      <p>{result.amount(amountOf(payment), limits.payment.windowDays)}</p>
      <p>
        <Text>{result.pay}</Text>{' '}
        <button type="button" className="link" onClick={() => setShowsBanks(true)}>
          {result.bank}
        </button>
      </p>
      <p className="actions">
        <Link
          className="button primary"
          to={paths.offlinePayment}
          state={{ ...payment, owner: ownerOf(email) }}
        >
          {result.proceed}
        </Link>
      </p>
      {toast}
      {showsBanks && <BankDialog payment={payment} onClose={() => setShowsBanks(false)} />}
    </>
  );
}

/** After a fail: retake the test, if the college allows it, or go home. */
function Failed(props: Result) {
  return (
    <div className="page narrow">
      <ResultFacts {...props} isFail />
      <p>{texts.result.failedLead}</p>
      <details className="samples">
        <summary>{texts.result.practise}</summary>
        <Samples />
      </details>
      <p className="actions">
        <Link className="button primary" to={paths.takeExam}>
          {texts.result.retake}
        </Link>
        <Link className="button" to={paths.home}>
          {frame.goHome}
        </Link>
      </p>
    </div>
  );
}

/** The result as the server words it: red for a fail, otherwise green. */
function ResultFacts({
  result,
  resultDesc,
  arrivedAt,
  answersFrom,
  isFail,
}: Result & { isFail: boolean }) {
  const zone = useZone();
  const verdict = isFail ? 'verdict fail' : 'verdict pass';
  const isSaidTwice = result.toLowerCase() === resultDesc.toLowerCase();
  return (
    <>
      <Heading>{texts.result.title}</Heading>
      {arrivedAt > 0 && <p>{texts.result.arrived(clockTime(arrivedAt, zone))}</p>}
      {answersFrom === 'unsure' && <p>{texts.result.answersFrom.unsure}</p>}
      {answersFrom === 'elsewhere' && <p>{texts.result.answersFrom.elsewhere}</p>}
      <p className="result">
        <Text>{`${texts.result.final}:`}</Text>{' '}
        <b className={isSaidTwice ? verdict : undefined}>{result}</b>
      </p>
      {!isSaidTwice && <p className={verdict}>{resultDesc}</p>}
    </>
  );
}

/** The accounts to pay to. */
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
        <div className="table">
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
        </div>
      )}
    </Dialog>
  );
}
