import { lifecycle } from '@one-planet/contract/lifecycle';
import { StepGuard } from '../../applicant/step-page.tsx';
import { texts } from '../../words/payment.ts';
import { PaymentMade } from './payment-made.tsx';

/** `/applicant/finalize_payment`: what was told of a deposit has arrived (journey specification, section 2). */
export default function FinalizePayment() {
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
