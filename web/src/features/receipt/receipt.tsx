import { lifecycle } from '@one-planet/contract/lifecycle';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useApplicant } from '../../site/applicant-queries.ts';
import { sessionAtom } from '../../site/atoms.ts';
import { bodyOf, useSite } from '../../site/client.ts';
import type { ScreenProps } from '../../site/routes.ts';
import { fieldsOf, isRecord, textOf } from '../../site/unchecked.ts';
import { frameTexts as frame } from '../../texts/frame-words.ts';
import { ContactDetails, Text } from '../../ui/blocks.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Retry, Skeleton } from '../../ui/loading.tsx';
import { Fees, Payment } from './payment.tsx';
import { receiptTexts as texts } from './receipt-words.ts';
import '../../styles/receipt.css';

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
        {isError && <Retry text={isMissing ? texts.notThereYet : texts.failed} onRetry={refetch} />}
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
 * Whether the staff have yet to verify the payment of a receipt: the receipt does not say so, the applicant's status does.
 * Nobody's but hers is asked about; a receipt that names nobody counts as hers.
 */
function useIsWaiting(receipt: unknown): boolean {
  const own = useAtomValue(sessionAtom)?.email ?? '';
  const email = textOf(fieldsOf(receipt).email).trim().toLowerCase();
  const isHers = Boolean(receipt) && (!email || email === own.toLowerCase());
  const { data } = useApplicant({ staleTime: 0, isEnabled: isHers });
  return isHers && data?.status === lifecycle['payments.makeOffline'].to;
}

const operation = 'payments.getReceipt';

/**
 * Loads a receipt, again for each page and session. Without a payment code nothing is fetched, which is logged (journey
 * specification, section 2).
 */
function useReceipt(paymentCode: string) {
  const session = useAtomValue(sessionAtom);
  useEffect(() => {
    if (!paymentCode) console.error(`${operation}: there is no payment code`);
  }, [paymentCode]);
  const { data, error, isLoading, refetch } = useSite().hooks.payments.getReceipt.useQuery({
    queryKey: [operation, paymentCode, session?.email],
    queryData: {
      params: { paymentCode },
      isUsable: (body) => isRecord(body) && !Array.isArray(body),
    },
    select: bodyOf,
    enabled: paymentCode !== '',
    gcTime: 0,
  });
  return {
    receipt: data,
    isError: error !== null,
    /** There is no such receipt, or not yet (decisions, section 2). */
    isMissing: fieldsOf(error).status === 404,
    isLoading,
    refetch,
  };
}
