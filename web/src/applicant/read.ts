/** Reading what belongs to the applicant; it is forgotten when her session ends. */
import { useQuery } from '@tanstack/react-query';
import { useSession } from '../site/session.ts';
import { useSite } from '../site/site.ts';
import { ask } from './ask.ts';
import { type UnreadError, unread } from './unread.ts';

/**
 * Reads once for each page that is opened. The failure is logged; the screen shows a quiet line with a retry
 * (journey specification, section 8).
 * @param name of the operation, and what makes its answer another one
 * @param call makes the call
 * @param isRight tells a usable answer: in the browser, answers are not held against the contract
 */
export function useRead<T>(
  name: readonly unknown[],
  call: (signal: AbortSignal) => Promise<{ status: number; body: unknown }>,
  isRight: (body: unknown) => boolean,
  wanted = true,
) {
  const site = useSite();
  const session = useSession();
  return useQuery<T, UnreadError>({
    queryKey: ['applicant', ...name, session?.email],
    queryFn: async ({ signal }) => {
      const answer = await ask(site, call(signal));
      if (answer.status === 200 && isRight(answer.body)) return answer.body as T;
      throw unread(String(name[0]), answer);
    },
    enabled: wanted && session !== null,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  });
}
