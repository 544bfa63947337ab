import { limits } from '@one-planet/contract/limits';
import { useState } from 'react';
import { Link } from 'wouter';
import { amountOf, type Payment, usePayment } from '../../applicant/payment.ts';
import { CorrectPayment, NoSecondPayment } from '../../applicant/underway/no-second-payment.tsx';
import { texts as sent } from '../../applicant/underway/words.ts';
import { paths } from '../../routes.ts';
import { ownerOf } from '../../site/owner.ts';
import { useSession } from '../../site/session.ts';
import { clockTime, useZone } from '../../site/times.ts';
import { useCopy } from '../../ui/copy/use-copy.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Retry } from '../../ui/retry.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { texts as frame } from '../../words/frame.ts';
import { BankDialog } from './bank-dialog.tsx';
import { texts } from './words.ts';
import '../../styles/applicant.css';
import { Text } from '../../ui/text.tsx';

interface Result {
  result: string;
  resultDesc: string;
  /** When the answers were handed in from this page's predecessor, in milliseconds since 1970; otherwise not a number. */
  arrivedAt: number;
}

/** After a pass: what to pay, and where. */
export function Passed(props: Result) {
  const { payment, isError, refetch } = usePayment();
  return (
    <div className="page narrow">
      <ResultFacts {...props} isFail={false} />
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
      {!payment && isError && <Retry text={texts.result.pendingFailed} again={refetch} />}
      {!payment && !isError && <Skeleton />}
    </div>
  );
}

function ToPay({ payment }: { payment: Payment }) {
  const { result } = texts;
  const { paymentCode: code, paymentDescription } = payment;
  const email = useSession()?.email ?? '';
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
          onClick={() =>
            void copy(code, { copied: result.copied(code), notCopied: result.notCopied(code) })
          }
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
export function Failed(props: Result) {
  return (
    <div className="page narrow">
      <ResultFacts {...props} isFail />
      <p>{texts.result.failedLead}</p>
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
function ResultFacts({ result, resultDesc, arrivedAt, isFail }: Result & { isFail: boolean }) {
  const zone = useZone();
  return (
    <>
      <Heading>{texts.result.title}</Heading>
      {arrivedAt > 0 && <p>{texts.result.arrived(clockTime(arrivedAt, zone))}</p>}
      <p className="result">
        <Text>{`${texts.result.final}:`}</Text> <b>{result}</b>
      </p>
      <p className={isFail ? 'verdict fail' : 'verdict pass'}>{resultDesc}</p>
    </>
  );
}
