import { useRead } from '../../applicant/read.ts';
import { useSite } from '../../site/site.ts';
import { textOf } from '../../site/text-of.ts';
import { isObject } from './use-account.ts';

export type Bio = ReturnType<typeof useBio>;

/** What is known of the biography; fields that nobody filled in are empty. */
export function useBio() {
  const { api } = useSite();
  const { data, error, isError, refetch } = useRead<object>(
    ['applicants.getBioData'],
    (signal) => api.applicants.getBioData({ fetchOptions: { signal } }),
    isObject,
  );
  const { profilePicture, countryOfResidence, nationality } = (data ?? {}) as Record<
    string,
    unknown
  >;
  const bio = {
    profilePicture: textOf(profilePicture),
    countryOfResidence: textOf(countryOfResidence),
    nationality: textOf(nationality),
  };
  const isEmpty = !bio.countryOfResidence && !bio.nationality;
  return {
    data: data && bio,
    /** A backend may say so in words of its own: there is no biography. */
    isNone: data ? isEmpty : error?.status === 404,
    isError,
    refetch,
  };
}
