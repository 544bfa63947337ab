import { useEffect } from 'react';
import { dropOpenedPayment } from '../../applicant/opened-payment-store.ts';
import { StepGuard } from '../../applicant/step-guard.tsx';
import { texts } from '../../words/payment.ts';
import { PaymentMade } from './payment-made.tsx';

/**
 * `/applicant/pending_pay_verification`: the payment is being verified (journey specification, section 2). A
 * provider may send an applicant back here: any other status leads where it leads (decisions, section 3).
 */
export default function PendingPayVerification() {
  return (
    <StepGuard title={texts.statusTitle} states={['ACTIVATION_PAID']} otherwise="next">
      {() => <Pending />}
    </StepGuard>
  );
}

function Pending() {
  const { title, text } = texts.pending;
  useEffect(dropOpenedPayment, []);
  return <PaymentMade title={title} text={text} />;
}
