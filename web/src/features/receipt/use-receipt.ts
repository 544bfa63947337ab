import { useEffect } from 'react';
import { bodyOf } from '../../site/queries.ts';
import { useSession } from '../../site/session.ts';
import { useSite } from '../../site/site.ts';
import { fieldsOf, isRecord } from '../../site/unchecked.ts';

const operation = 'payments.getReceipt';

/**
 * Loads a receipt, again for each page and session. Without a payment code nothing is fetched, which is logged (journey
 * specification, section 2).
 */
export function useReceipt(paymentCode: string) {
  const session = useSession();
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
