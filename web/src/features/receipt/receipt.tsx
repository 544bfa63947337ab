import { lifecycle } from '@one-planet/contract/lifecycle';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { useApplicant } from '../../site/applicant-queries.ts';
import { sessionAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import type { ScreenProps } from '../../site/routes.ts';
import { fieldsOf, isObject, textOf } from '../../site/unchecked.ts';
import { Heading } from '../../ui/heading.tsx';
import { Letterhead } from '../../ui/letterhead.tsx';
import { Retry, Skeleton } from '../../ui/loading.tsx';
import { FeeTable, PaymentFacts } from './receipt-facts.tsx';
import { receiptTexts as texts } from './receipt-words.ts';
import '../../styles/receipt.css';

/** `/receipt/type1/{paymentCode}`: the receipt of a payment (specification/journey §2). */
export function Receipt({ params: { paymentCode = '' } }: ScreenProps) {
  const { receipt, isError, isMissing, isLoading, refetch } = useReceipt(paymentCode.trim());
  const isUnverified = useIsUnverified(receipt);
  return (
    <div className="page">
      <article className="paper">
        <Letterhead />
        <Heading>{texts.title}</Heading>
        {isUnverified && <p className="stamped icon hourglass">{texts.waiting}</p>}
        {isError && <Retry text={isMissing ? texts.notThereYet : texts.failed} onRetry={refetch} />}
        {isLoading ? (
          <Skeleton />
        ) : (
          <>
            <PaymentFacts receipt={receipt} />
            <FeeTable amount={receipt?.paymentAmount} />
          </>
        )}
        <div className="paper-end">
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
 * Whether staff have not yet verified the payment of a receipt. The receipt does not say so, but the applicant's status
 * does. It is read only for her own receipt; one without an email address counts as her own.
 */
function useIsUnverified(receipt: unknown): boolean {
  const ownEmail = useAtomValue(sessionAtom)?.email ?? '';
  const email = textOf(fieldsOf(receipt).email).trim().toLowerCase();
  const isOwnReceipt = Boolean(receipt) && (!email || email === ownEmail.toLowerCase());
  const { data } = useApplicant({ staleTime: 0, isEnabled: isOwnReceipt });
  return isOwnReceipt && data?.status === lifecycle['payments.makeOffline'].to;
}

const receiptOperation = 'payments.getReceipt';

/**
 * Loads a receipt, again for each page and session. Without a payment code it logs that and requests nothing
 * (specification/journey §2).
 */
function useReceipt(paymentCode: string) {
  useEffect(() => {
    if (!paymentCode) console.error(`${receiptOperation}: there is no payment code`);
  }, [paymentCode]);
  const { data, error, isLoading, refetch } = useSite().hooks.payments.getReceipt.useQuery(
    { paymentCode },
    {
      call: { isUsable: (body) => isObject(body) && !Array.isArray(body) },
      enabled: paymentCode !== '',
      gcTime: 0,
    },
  );
  return {
    receipt: data,
    isError: error !== null,
    /** The receipt does not exist, at least not yet (specification/decisions §2). */
    isMissing: fieldsOf(error).status === 404,
    isLoading,
    refetch,
  };
}
