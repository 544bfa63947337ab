import { birr } from '../../amounts.ts';
import { Facts } from '../../components/facts.tsx';
import { Heading } from '../../components/heading.tsx';
import { OpenedPayment } from '../../components/opened-payment.tsx';
import { Retry } from '../../components/retry.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { StepGuard } from '../../components/step-guard.tsx';
import { type Payment, usePayment } from '../../state/payment.ts';
import { texts } from '../../texts/payment.ts';
import { OfflineForm } from './offline-form.tsx';
import { Online } from './online.tsx';

/** `/applicant/offline_payment`: the fee, at a bank or online (journey specification, sections 2, 4, 5 and 8). */
export default function OfflinePayment() {
  return (
    <StepGuard title={texts.title} states={['TOOK_EXAM']} otherwise="next">
      {() => <PaymentPage />}
    </StepGuard>
  );
}

function PaymentPage() {
  const { payment, isError, refetch } = usePayment();
  if (!payment && !isError) return <Skeleton page />;
  return (
    <div className="page with-panel">
      <div>
        <Heading>{texts.title}</Heading>
        {payment ? <Pay payment={payment} /> : <Retry text={texts.failed} again={refetch} />}
      </div>
      <aside className="panel" aria-label={texts.info.title}>
        <h2>{texts.info.title}</h2>
        <ul>
          {texts.info.items.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
      </aside>
    </div>
  );
}

function Pay({ payment }: { payment: Payment }) {
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
