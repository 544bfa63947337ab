import type { ScreenProps } from '../../routes.ts';
import { ContactDetails } from '../../ui/contact-details.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Retry } from '../../ui/retry.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { texts as frame } from '../../words/frame.ts';
import { Fees } from './fees.tsx';
import { Payment } from './payment.tsx';
import { isNotThere, useReceipt } from './use-receipt.ts';
import { texts } from './words.ts';

/** `/receipt/type1/{paymentCode}`: the receipt of a payment (journey specification, section 2). */
export default function Receipt({ params: { paymentCode = '' } }: ScreenProps) {
  const { data, error, isLoading, refetch } = useReceipt(paymentCode.trim());
  return (
    <div className="page">
      <article className="paper">
        <p className="mark">
          <img src="/mark.svg" alt="" width="40" height="40" />
          {frame.college}
        </p>
        <Heading>{texts.title}</Heading>
        {error && (
          <Retry text={isNotThere(error) ? texts.notThereYet : texts.failed} again={refetch} />
        )}
        {isLoading ? (
          <Skeleton />
        ) : (
          <>
            <Payment receipt={data ?? {}} />
            <Fees amount={data?.paymentAmount} />
          </>
        )}
        <div className="paper-end">
          <ContactDetails />
          <p className="signature">{texts.signature}</p>
        </div>
      </article>
      {data && (
        <p className="print">
          <button type="button" className="button primary" onClick={() => print()}>
            {texts.print}
          </button>
        </p>
      )}
    </div>
  );
}
