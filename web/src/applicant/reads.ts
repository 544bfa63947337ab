/** Reading what belongs to the applicant, above all her profile with her status (journey specification, section 4). */
import { bodyOf, ownKey, profileKey } from '../site/queries.ts';
import { useSession } from '../site/session.ts';
import { type Site, useSite } from '../site/site.ts';
import { fieldsOf } from '../site/unchecked.ts';

/** So young an answer needs no other, in milliseconds: the page before has just read it. */
const freshMs = 5_000;

function profileQuery(email: string) {
  const isUsable = (body: unknown) => typeof fieldsOf(body).status === 'string';
  return { queryKey: profileKey(email), queryData: { params: { email }, isUsable } };
}

/**
 * Who is logged in, as the server knows her now.
 * @param staleTime how old an answer may be, in milliseconds; 0 asks again while the old one is shown
 * @param wanted false: not asked for yet
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

/** Asks the server again. @returns the status, whatever it is; `undefined` where it can't be had, which is logged */
export async function readStatus({ queries }: Site, email: string): Promise<string | undefined> {
  const query = { ...profileQuery(email), staleTime: 0 };
  return queries.applicants.getByEmail.fetchQuery(query).then(
    ({ body }) => body.status,
    () => undefined,
  );
}

/** The options of any other reading: once for each page that is opened, then forgotten. */
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
