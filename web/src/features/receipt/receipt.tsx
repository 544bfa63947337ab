import { lifecycle } from '@one-planet/contract/lifecycle';
import { useApplicant } from '../../applicant/reads.ts';
import type { ScreenProps } from '../../routes.ts';
import { useSession } from '../../site/session.ts';
import { fieldsOf, textOf } from '../../site/unchecked.ts';
import { ContactDetails } from '../../ui/contact-details.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Retry } from '../../ui/retry.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { texts as frame } from '../../words/frame.ts';
import { Fees } from './fees.tsx';
import { Payment } from './payment.tsx';
import { useReceipt } from './use-receipt.ts';
import { texts } from './words.ts';
import '../../styles/receipt.css';
import { Text } from '../../ui/text.tsx';

/** `/receipt/type1/{paymentCode}`: the receipt of a payment (journey specification, section 2). */
export function Receipt({ params: { paymentCode = '' } }: ScreenProps) {
  const { receipt, isError, isMissing, isLoading, refetch } = useReceipt(paymentCode.trim());
  const isWaiting = useIsWaiting(receipt);
  return (
    <div className="page">
      <article className="paper">
        <p className="mark">
          <img src="/mark.svg" alt="" width="40" height="40" />
          <Text>{frame.college}</Text>
        </p>
        <Heading>{texts.title}</Heading>
        {isWaiting && <p className="stamped icon hourglass">{texts.waiting}</p>}
        {isError && <Retry text={isMissing ? texts.notThereYet : texts.failed} again={refetch} />}
        {isLoading ? (
          <Skeleton />
        ) : (
          <>
            <Payment receipt={receipt} />
            <Fees amount={receipt?.paymentAmount} />
          </>
        )}
        <div className="paper-end">
          <ContactDetails />
          <p className="signature">{texts.signature}</p>
        </div>
      </article>
      {receipt && (
        <p className="print">
          <button type="button" className="button primary" onClick={() => print()}>
            {texts.print}
          </button>
        </p>
      )}
    </div>
  );
}

/**
 * Whether the staff have yet to verify the payment of a receipt: the receipt does not tell, the applicant's status does.
 * Nobody's but hers is asked about; a receipt that does not tell whose it is counts as hers.
 */
function useIsWaiting(receipt: unknown): boolean {
  const own = useSession()?.email ?? '';
  const email = textOf(fieldsOf(receipt).email).trim().toLowerCase();
  const isHers = Boolean(receipt) && (!email || email === own.toLowerCase());
  const { data } = useApplicant({ staleTime: 0, wanted: isHers });
  return isHers && data?.status === lifecycle['payments.makeOffline'].to;
}
