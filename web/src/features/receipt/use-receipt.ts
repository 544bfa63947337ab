import type { Receipt } from '@one-planet/contract';
import { AdmissionsError, unwrap } from '@one-planet/sdk';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { readOf } from '../../site/answers.ts';
import { useSession } from '../../site/session.ts';
import { useSite } from '../../site/site.ts';

/** A receipt as it came: answers are not held against the contract in the browser. */
export type ReceiptAnswer = { readonly [field in keyof Receipt]?: unknown };

const operation = 'payments.getReceipt';

/**
 * Reads a receipt for each page that is opened; it is forgotten with the session it was read in. A failure is
 * logged, and so is a missing payment code, without which nothing is asked for (journey specification, section 2).
 */
export function useReceipt(paymentCode: string) {
  const { api } = useSite();
  const session = useSession();
  useEffect(() => {
    if (!paymentCode) console.error(`${operation}: there is no payment code`);
  }, [paymentCode]);
  return useQuery({
    queryKey: ['applicant', operation, paymentCode, session?.email],
    queryFn: ({ signal }) => {
      const call = api.payments.getReceipt({ params: { paymentCode }, fetchOptions: { signal } });
      return readOf(unwrap(call, operation), isReceipt);
    },
    enabled: paymentCode !== '',
    gcTime: 0,
  });
}

/** True where the server knows no such receipt, or none yet (decisions, section 2). */
export function isNotThere(error: Error | null): boolean {
  return error instanceof AdmissionsError && error.status === 404;
}

function isReceipt(answer: unknown): answer is ReceiptAnswer {
  return typeof answer === 'object' && answer !== null && !Array.isArray(answer);
}
