import { useOwnData } from '../../applicant/reads.ts';
import { useSite } from '../../site/site.ts';
import { fieldsOf, isRecord, textOf } from '../../site/unchecked.ts';

export type Bio = ReturnType<typeof useBio>;

/** What is known of the biography; fields that nobody filled in are empty. */
export function useBio() {
  const { data, error, isError, refetch } = useSite().hooks.applicants.getBioData.useQuery({
    ...useOwnData('applicants.getBioData'),
    queryData: { isUsable: isRecord },
    select: ({ body }) => ({
      profilePicture: textOf(body.profilePicture),
      countryOfResidence: textOf(body.countryOfResidence),
      nationality: textOf(body.nationality),
    }),
  });
  return {
    data,
    /** A backend may also refuse with a 404: there is no biography. */
    isNone: data ? !data.countryOfResidence && !data.nationality : fieldsOf(error).status === 404,
    isError,
    refetch,
  };
}
