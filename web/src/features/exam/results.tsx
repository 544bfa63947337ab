import { limits } from '@one-planet/contract/limits';
import { useState } from 'react';
import { Link } from 'wouter';
import { OpenedPayment } from '../../applicant/opened-payment.tsx';
import { type Payment, usePayment } from '../../applicant/payment.ts';
import { paths } from '../../routes.ts';
import { birr } from '../../site/amounts.ts';
import { Heading } from '../../ui/heading.tsx';
import { Retry } from '../../ui/retry.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Toast } from '../../ui/toast.tsx';
import { texts as frame } from '../../words/frame.ts';
import { BankDialog } from './bank-dialog.tsx';
import { texts } from './words.ts';

/** After a pass: what to pay, and where. */
export function Passed(props: { result: string; resultDesc: string }) {
  const { payment, isError, refetch } = usePayment();
  return (
    <div className="page narrow">
      <ResultFacts {...props} isFail={false} />
      {payment && <ToPay payment={payment} />}
      {!payment && isError && <Retry text={texts.result.pendingFailed} again={refetch} />}
      {!payment && !isError && <Skeleton />}
    </div>
  );
}

function ToPay({ payment }: { payment: Payment }) {
  const { result } = texts;
  const { paymentCode: code, paymentAmount, paymentDescription } = payment;
  const [told, setTold] = useState<{ text: string }>();
  const [showsBanks, setShowsBanks] = useState(false);
  const say = (text: string) => setTold({ text });
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(code);
      say(result.copied(code));
    } catch {
      say(result.notCopied(code));
    }
  };
  return (
    <>
      <OpenedPayment code={code} />
      <p>{result.payTop(paymentDescription || result.fee)}</p>
      <p>
        <button
          type="button"
          className="code"
          aria-label={result.copy(code)}
          onClick={() => void copy()}
        >
          {code}
        </button>
      </p>
      <p className="hint">{result.copyHint}</p>
      <p>{result.amount(birr(paymentAmount), limits.payment.windowDays)}</p>
      <p>
        {result.pay}{' '}
        <button type="button" className="link" onClick={() => setShowsBanks(true)}>
          {result.bank}
        </button>
      </p>
      <p className="actions">
        <Link className="button primary" to={paths.offlinePayment} state={payment}>
          {result.proceed}
        </Link>
      </p>
      <Toast said={told} lasts={limits.payment.copyToastMs} onGone={() => setTold(undefined)} />
      {showsBanks && <BankDialog payment={payment} onClose={() => setShowsBanks(false)} />}
    </>
  );
}

/** After a fail: retake the test, if the college allows it, or go home. */
export function Failed(props: { result: string; resultDesc: string }) {
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

interface ResultFactsProps {
  result: string;
  resultDesc: string;
  isFail: boolean;
}

/** The result as the server words it: red for a fail, otherwise green. */
function ResultFacts({ result, resultDesc, isFail }: ResultFactsProps) {
  return (
    <>
      <Heading>{texts.result.title}</Heading>
      <p className="result">
        {texts.result.final}: <b>{result}</b>
      </p>
      <p className={isFail ? 'verdict fail' : 'verdict pass'}>{resultDesc}</p>
    </>
  );
}
