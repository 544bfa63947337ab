import { birr } from '../../amounts.ts';
import { Facts } from '../../components/facts.tsx';
import { InfoPanel } from '../../components/info-panel.tsx';
import { OpenedPayment } from '../../components/opened-payment.tsx';
import { Retry } from '../../components/retry.tsx';
import { StepPage } from '../../components/step-page.tsx';
import { Waiting } from '../../components/waiting.tsx';
import { usePayment } from '../../state/payment.ts';
import { texts } from '../../texts/payment.ts';
import { OfflineForm } from './offline-form.tsx';
import { Online } from './online.tsx';

/** `/applicant/offline_payment`: the fee, at a bank or online (journey specification, sections 2, 4, 5 and 8). */
export default function OfflinePayment() {
  return (
    <StepPage
      texts={texts}
      state="TOOK_EXAM"
      otherwise="next"
      panel={<InfoPanel texts={texts.info} />}
    >
      {() => <Pay />}
    </StepPage>
  );
}

function Pay() {
  const { payment, isError, refetch } = usePayment();
  if (!payment) {
    return isError ? <Retry text={texts.failed} again={refetch} /> : <Waiting />;
  }
  return (
    <>
      <OpenedPayment code={payment.paymentCode} />
      <Facts
        facts={[
          [texts.for, payment.paymentDescription || texts.fee],
          [texts.amount, birr(payment.paymentAmount)],
        ]}
      />
      <OfflineForm payment={payment} />
      <Online payment={payment} />
    </>
  );
}
