import { lifecycle } from '@one-planet/contract/lifecycle';
import { OpenedPayment } from '../../applicant/opened-payment.tsx';
import { usePayment } from '../../applicant/payment.ts';
import { StepPage } from '../../applicant/step-page.tsx';
import { birr } from '../../site/amounts.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { InfoPanel } from '../../ui/info-panel.tsx';
import { Retry } from '../../ui/retry.tsx';
import { TallSkeleton } from '../../ui/skeleton.tsx';
import { texts } from '../../words/payment.ts';
import { OfflineForm } from './offline-form.tsx';
import { Online } from './online.tsx';

/** `/applicant/offline_payment`: the fee, at a bank or online (journey specification, sections 2, 4, 5 and 8). */
export function OfflinePayment() {
  return (
    <StepPage
      texts={texts}
      state={lifecycle['payments.makeOffline'].from}
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
    return isError ? <Retry text={texts.failed} again={refetch} /> : <TallSkeleton />;
  }
  return (
    <>
      <OpenedPayment code={payment.paymentCode} />
      <DescriptionList
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
