import type { Id } from '@one-planet/contract';
import { useApplicant } from '../../applicant/profile.ts';
import { useRead } from '../../applicant/read.ts';
import { useSession } from '../../site/session.ts';
import { useSite } from '../../site/site.ts';
import { textOf } from '../../site/text-of.ts';

/** What the profile form begins with. */
export interface Account {
  /** `undefined`: nobody told it. */
  id: Id | undefined;
  names: Readonly<Record<'firstName' | 'middleName' | 'lastName' | 'phoneNumber', string>>;
}

/**
 * The account's names and phone (journey specification, section 7); those of the applicant's profile where the
 * account can't be read.
 */
export function useAccount() {
  const { api } = useSite();
  const userId = useSession()?.id ?? null;
  const user = useRead<object>(
    ['auth.getUser', userId],
    (signal) => api.auth.getUser({ params: { userId: userId ?? '' }, fetchOptions: { signal } }),
    isObject,
    userId !== null,
  );
  const profile = useApplicant({ wanted: userId === null || user.isError });
  const known = user.data ?? profile.data;
  const account = known && {
    id: [userId, profile.data?.id].find((id) => id != null && id !== '') ?? undefined,
    names: namesOf(known),
  };
  return {
    account: account as Account | undefined,
    isError: !known && profile.isError && !profile.isFetching && !user.isFetching,
    again: () => void (userId === null ? profile.refetch() : user.refetch()),
  };
}

export function isObject(body: unknown): body is object {
  return typeof body === 'object' && body !== null;
}

function namesOf(known: object): Account['names'] {
  const { firstName, middleName, lastName, phone } = known as Record<string, unknown>;
  return {
    firstName: textOf(firstName),
    middleName: textOf(middleName),
    lastName: textOf(lastName),
    phoneNumber: textOf(phone),
  };
}
