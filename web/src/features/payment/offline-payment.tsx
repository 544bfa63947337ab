import { lifecycle } from '@one-planet/contract/lifecycle';
import { amountOf, usePayment } from '../../applicant/payment.ts';
import type { Profile } from '../../applicant/reads.ts';
import { StepPage } from '../../applicant/step-page.tsx';
import { NoSecondPayment } from '../../applicant/underway/no-second-payment.tsx';
import { DescriptionList } from '../../ui/description-list.tsx';
import { InfoPanel } from '../../ui/info-panel.tsx';
import { Retry } from '../../ui/retry.tsx';
import { TallSkeleton } from '../../ui/skeleton.tsx';
import { progressOf } from '../../words/step-of.ts';
import { Hints } from './hints.tsx';
import { Method } from './method.tsx';
import { OfflineForm } from './offline-form.tsx';
import { Online } from './online.tsx';
import { texts } from './words.ts';

/** `/applicant/offline_payment`: the fee, at a bank or online (journey specification, sections 2, 4, 5 and 8). */
export function OfflinePayment() {
  return (
    <StepPage
      texts={texts}
      progress={progressOf('TOOK_EXAM')}
      state={lifecycle['payments.makeOffline'].from}
      otherwise="next"
      panel={<InfoPanel texts={texts.info} />}
    >
      {(profile) => <Pay profile={profile} />}
    </StepPage>
  );
}

function Pay({ profile }: { profile: Profile }) {
  const { payment, isError, refetch } = usePayment();
  if (!payment) {
    return isError ? <Retry alone text={texts.failed} again={refetch} /> : <TallSkeleton />;
  }
  return (
    <NoSecondPayment>
      <DescriptionList
        facts={[
          [texts.for, payment.paymentDescription],
          [texts.amount, amountOf(payment), 'no'],
        ]}
      />
      <Hints />
      <Method
        bank={<OfflineForm payment={payment} profile={profile} />}
        online={<Online payment={payment} />}
      />
    </NoSecondPayment>
  );
}
