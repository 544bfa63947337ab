/** The applicant's profile with her status, which the server holds (journey specification, section 4). */
import type { Profile } from '@one-planet/contract';
import { useQuery } from '@tanstack/react-query';
import type { Answered } from '../site/answers.ts';
import { useSession } from '../site/session.ts';
import { type Site, useSite } from '../site/site.ts';
import { ask } from './ask.ts';
import { unread } from './unread.ts';

/** A guard does not ask again for a younger answer, in milliseconds: the page before has just read it. */
const freshMs = 5_000;

export function profileKey(email: string) {
  return ['applicant', 'profile', email] as const;
}

function profileQuery(site: Site, email: string) {
  return {
    queryKey: profileKey(email),
    queryFn: async ({ signal }: { signal: AbortSignal }) => {
      const { applicants } = site.api;
      const fetchOptions = { signal };
      const answer = await ask(site, applicants.getByEmail({ params: { email }, fetchOptions }));
      return profileOf(answer);
    },
  };
}

/** @throws {UnreadError} for any other answer than a profile with a status */
function profileOf(answer: Answered): Profile {
  const profile = answer.body as Profile | null | undefined;
  if (answer.status === 200 && typeof profile?.status === 'string') return profile;
  throw unread('applicants.getByEmail', answer);
}

/**
 * Who is logged in, as the server knows her now.
 * @param staleTime how old an answer may be, in milliseconds; 0 asks again while the old one is shown
 * @param wanted false: not asked for yet
 */
export function useApplicant({ staleTime = freshMs, wanted = true } = {}) {
  const site = useSite();
  const email = useSession()?.email ?? '';
  return useQuery({
    ...profileQuery(site, email),
    staleTime,
    enabled: wanted && email !== '',
  });
}

/**
 * Asks the server anew.
 * @returns the status, whatever it is; `undefined` where it can't be had, which is logged
 */
export async function readStatus(site: Site, email: string): Promise<string | undefined> {
  try {
    return (await site.queries.fetchQuery({ ...profileQuery(site, email), staleTime: 0 })).status;
  } catch {
    return undefined;
  }
}
