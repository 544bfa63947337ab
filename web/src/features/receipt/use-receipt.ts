import { useEffect } from 'react';
import { bodyOf } from '../../site/queries.ts';
import { useSession } from '../../site/session.ts';
import { useSite } from '../../site/site.ts';
import { fieldsOf, isRecord } from '../../site/unchecked.ts';

const operation = 'payments.getReceipt';

/**
 * Reads a receipt for each page that is opened; another session reads it again. A missing payment code, without
 * which nothing is asked for, is logged (journey specification, section 2).
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
    /** The server knows no such receipt, or none yet (decisions, section 2). */
    isMissing: fieldsOf(error).status === 404,
    isLoading,
    refetch,
  };
}
