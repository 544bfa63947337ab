import type { Id } from '@one-planet/contract';
import { useApplicant, useOwnData } from '../../applicant/reads.ts';
import { useSession } from '../../site/session.ts';
import { useSite } from '../../site/site.ts';
import { fieldsOf, idOf, isRecord, textOf } from '../../site/unchecked.ts';
import { phoneOf } from '../../ui/tel.ts';

/** What the profile form begins with. */
export interface Account {
  /** `undefined`: the backend does not say. */
  id: Id | undefined;
  names: Readonly<Record<'firstName' | 'middleName' | 'lastName' | 'phoneNumber', string>>;
}

/**
 * The account's names and phone (journey specification, section 7), or the profile's if the account can't be read.
 */
export function useAccount() {
  const userId = useSession()?.id ?? null;
  const own = useOwnData('auth.getUser', userId);
  const user = useSite().hooks.auth.getUser.useQuery({
    ...own,
    queryData: { params: { userId: userId ?? '' }, isUsable: isRecord },
    enabled: own.enabled && userId !== null,
  });
  const profile = useApplicant({ wanted: userId === null || user.isError });
  const known = user.data ? fieldsOf(user.data.body) : profile.data;
  const account: Account | undefined = known && {
    id: idOf(userId) ?? profile.data?.id ?? undefined,
    names: {
      firstName: textOf(known.firstName),
      middleName: textOf(known.middleName),
      lastName: textOf(known.lastName),
      phoneNumber: phoneOf(textOf(known.phone)),
    },
  };
  return {
    account,
    isError: !known && profile.isError && !profile.isFetching && !user.isFetching,
    again: () => void (userId === null ? profile.refetch() : user.refetch()),
  };
}
