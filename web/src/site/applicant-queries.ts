import { useAtomValue } from 'jotai';
import { sessionAtom } from './atoms.ts';
import { type Site, useSite } from './client.ts';
import { profileOf } from './records.ts';
import { fieldsOf } from './unchecked.ts';

/** How long a profile counts as fresh: the previous page has often just read it. */
const freshMs = 5_000;

/** Delays between two requests for a new status: they begin with the first, and grow by it up to the longest. */
const pollDelays = { firstMs: 4_000, longestMs: 30_000 };

/** How often a page requests the status while it waits for a decision of the college. */
export const decisionPollMs = 60_000;

function hasStatus(body: unknown): boolean {
  return typeof fieldsOf(body).status === 'string';
}

interface ApplicantOptions {
  staleTime?: number;
  isEnabled?: boolean;
  isSettled?: (status: string | undefined) => boolean;
  pollMs?: number;
}

/**
 * The applicant's profile.
 * @param staleTime the oldest response to accept, in milliseconds; 0 refetches while the old one is shown
 * @param isEnabled false if it is not to be fetched yet
 * @param isSettled while the page is visible, the profile is fetched repeatedly until this is true for its status
 * @param pollMs the delay between two requests. Default: growing delays
 */
export function useApplicant({
  staleTime = freshMs,
  isEnabled = true,
  isSettled,
  pollMs,
}: ApplicantOptions = {}) {
  const email = useAtomValue(sessionAtom)?.email ?? '';
  return useSite().hooks.applicants.getByEmail.useQuery(
    { email },
    {
      call: { isUsable: hasStatus },
      select: profileOf,
      staleTime,
      enabled: isEnabled && email !== '',
      ...(isSettled && {
        refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
          isSettled(data && profileOf(data).status)
            ? false
            : (pollMs ??
              Math.min(
                pollDelays.longestMs,
                pollDelays.firstMs * (1 + dataUpdateCount + errorUpdateCount),
              )),
      }),
    },
  );
}

/** Fetches the status anew. @returns it, even if the contract does not know it; `undefined` if it can't be read */
export async function readStatus(
  { queryClient, queries }: Site,
  email: string,
): Promise<string | undefined> {
  const query = queries.applicants.getByEmail({ email }, { isUsable: hasStatus });
  return queryClient.fetchQuery({ ...query, staleTime: 0 }).then(
    ({ status }) => status,
    () => undefined,
  );
}

/** Forgets the status, so that the next page reads it. */
export function dropProfile({ queryClient, queries }: Site, email: string): void {
  queryClient.removeQueries({ queryKey: queries.applicants.getByEmail({ email }).queryKey });
}

/** Options for any other query of the applicant's own data, which is fetched once per page, then dropped. */
export function useApplicantQueryOptions() {
  return {
    enabled: useAtomValue(sessionAtom) !== null,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  };
}
