/** Reading the applicant's own data, above all the profile with its status (journey specification, section 4). */
import { bodyOf, ownKey, profileKey } from '../site/queries.ts';
import { useSession } from '../site/session.ts';
import { type Site, useSite } from '../site/site.ts';
import { fieldsOf } from '../site/unchecked.ts';

/** How long a profile counts as fresh, in milliseconds: the previous page has often just read it. */
const freshMs = 5_000;

function profileQuery(email: string) {
  const isUsable = (body: unknown) => typeof fieldsOf(body).status === 'string';
  return { queryKey: profileKey(email), queryData: { params: { email }, isUsable } };
}

/**
 * The applicant's profile.
 * @param staleTime the oldest answer to accept, in milliseconds; 0 refetches while the old one is shown
 * @param wanted false: not to be fetched yet
 */
export function useApplicant({ staleTime = freshMs, wanted = true } = {}) {
  const email = useSession()?.email ?? '';
  return useSite().hooks.applicants.getByEmail.useQuery({
    ...profileQuery(email),
    select: bodyOf,
    staleTime,
    enabled: wanted && email !== '',
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
  const session = useSession();
  return {
    queryKey: ownKey(operation, ...parts, session?.email),
    enabled: session !== null,
    gcTime: 0,
    refetchOnWindowFocus: false,
    refetchOnReconnect: false,
  };
}
