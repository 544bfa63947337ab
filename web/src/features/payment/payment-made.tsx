import { lifecycle } from '@one-planet/contract/lifecycle';
import { useEffect } from 'react';
import { Link } from 'wouter';
import { receiptPath } from '../../addresses.ts';
import { dropOpenedPayment } from '../../applicant/opened-payment.tsx';
import { StepGuard } from '../../applicant/step-page.tsx';
import { paths } from '../../routes.ts';
import { useNavigationState } from '../../site/navigation-state.ts';
import { textOf } from '../../site/unchecked.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { texts as frame } from '../../words/frame.ts';
import { texts } from '../../words/payment.ts';

/** A payment that is waiting for staff. */
function PaymentMade({ title, text }: { title: string; text: string }) {
  // Passed on only by a payment that was just made.
  const code = textOf(useNavigationState().paymentCode);
  return (
    <Confirmation title={title} icon="done">
      <p className="lead">{text}</p>
      <p className="actions">
        <Link className="button primary" to={paths.home}>
          {frame.goHome}
        </Link>
        {code && (
          <Link className="button" to={receiptPath(code)}>
            {texts.receipt}
          </Link>
        )}
      </p>
    </Confirmation>
  );
}

/** `/applicant/finalize_payment`: the deposit was reported (journey specification, section 2). */
export function FinalizePayment() {
  const { title, text } = texts.finalized;
  return (
    <StepGuard
      title={texts.statusTitle}
      state={lifecycle['payments.makeOffline'].to}
      otherwise="next"
    >
      {() => <PaymentMade title={title} text={text} />}
    </StepGuard>
  );
}

/**
 * `/applicant/pending_pay_verification` (journey specification, section 2). Providers may send applicants back here,
 * so any other status opens its own page (decisions, section 3).
 */
export function PendingPayVerification() {
  return (
    <StepGuard
      title={texts.statusTitle}
      state={lifecycle['payments.makeOffline'].to}
      otherwise="next"
    >
      {() => <Pending />}
    </StepGuard>
  );
}

function Pending() {
  const { title, text } = texts.pending;
  useEffect(dropOpenedPayment, []);
  return <PaymentMade title={title} text={text} />;
}
