import { lifecycle } from '@one-planet/contract/lifecycle';
import { useEffect } from 'react';
import { dropOpenedPayment } from '../../applicant/opened-payment.tsx';
import { StepGuard } from '../../applicant/step-page.tsx';
import { texts } from '../../words/payment.ts';
import { PaymentMade } from './payment-made.tsx';

/**
 * `/applicant/pending_pay_verification`: the payment is being verified (journey specification, section 2). A
 * provider may send an applicant back here: any other status leads where it leads (decisions, section 3).
 */
export default function PendingPayVerification() {
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
