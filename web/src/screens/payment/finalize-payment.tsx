import { StepGuard } from '../../components/step-guard.tsx';
import { texts } from '../../texts/payment.ts';
import { PaymentMade } from './payment-made.tsx';

/** `/applicant/finalize_payment`: what was told of a deposit has arrived (journey specification, section 2). */
export default function FinalizePayment() {
  const { title, text } = texts.finalized;
  const page = <PaymentMade title={title} text={text} />;
  return (
    <StepGuard title={title} states={['ACTIVATION_PAID']} otherwise="next" waiting={page}>
      {() => page}
    </StepGuard>
  );
}
