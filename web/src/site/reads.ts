import { useAtomValue } from 'jotai';
import { sessionAtom } from './atoms.ts';
import { ownKey, profileKey, type Site, useSite } from './client.ts';
import { profileOf } from './records.ts';
import { fieldsOf } from './unchecked.ts';

/** How long a profile counts as fresh, in milliseconds: the previous page has often just read it. */
const freshMs = 5_000;

/** The longest wait between two looks for a new status, in milliseconds; it grows by the first one. */
const looks = { firstMs: 4_000, longestMs: 30_000 };

/** How often a page looks for a decision of the college, in milliseconds. */
export const decisionMs = 60_000;

function profileQuery(email: string) {
  const isUsable = (body: unknown) => typeof fieldsOf(body).status === 'string';
  return { queryKey: profileKey(email), queryData: { params: { email }, isUsable } };
}

interface ApplicantOptions {
  staleTime?: number;
  wanted?: boolean;
  until?: (status: string | undefined) => boolean;
  everyMs?: number;
}

/**
 * The applicant's profile.
 * @param staleTime the oldest answer to accept, in milliseconds; 0 refetches while the old one is shown
 * @param wanted false: not to be fetched yet
 * @param until looks again and again, while the page is visible, until the status is such a one
 * @param everyMs how often. Default: less and less often
 */
export function useApplicant({
  staleTime = freshMs,
  wanted = true,
  until,
  everyMs,
}: ApplicantOptions = {}) {
  const email = useAtomValue(sessionAtom)?.email ?? '';
  return useSite().hooks.applicants.getByEmail.useQuery({
    ...profileQuery(email),
    select: ({ body }) => profileOf(body),
    staleTime,
    enabled: wanted && email !== '',
    ...(until && {
      refetchInterval: ({ state: { data, dataUpdateCount, errorUpdateCount } }) =>
        until(data && profileOf(data.body).status)
          ? false
          : (everyMs ??
            Math.min(looks.longestMs, looks.firstMs * (1 + dataUpdateCount + errorUpdateCount))),
    }),
  });
}

/** Asks the server again. @returns the status, also an unknown one; `undefined` if it can't be read, which is logged */
export async function readStatus({ queries }: Site, email: string): Promise<string | undefined> {
  const query = { ...profileQuery(email), staleTime: 0 };
  return queries.applicants.getByEmail.fetchQuery(query).then(
    ({ body }) => body.status,
    () => undefined,
  );
}

/** Options for any other query of her own data: fetched once per page, then dropped. */
export function useOwnData(operation: string, ...parts: readonly unknown[]) {
  const session = useAtomValue(sessionAtom);
  return {
    queryKey: ownKey(operation, ...parts, session?.email),
    enabled: session !== null,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  };
}
