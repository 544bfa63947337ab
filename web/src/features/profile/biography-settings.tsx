import { useOwnData } from '../../applicant/reads.ts';
import { useSite } from '../../site/site.ts';
import { fieldsOf, isRecord, textOf } from '../../site/unchecked.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Retry } from '../../ui/retry.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { texts } from './words.ts';

/** The read-only biography in the profile (journey specification, section 2). */
export function BiographySettings({ bio: { isError, isNone, data, refetch } }: { bio: Bio }) {
  if (isNone) return <p>{texts.noBiography}</p>;
  if (isError) return <Retry text={texts.biographyFailed} again={refetch} />;
  if (!data) return <Skeleton />;
  const { countryOfResidence, nationality } = data;
  const facts = [
    [texts.countryOfResidence, countryOfResidence],
    [texts.nationality, nationality],
  ] as const;
  return <DescriptionList facts={facts.filter(([, value]) => value)} />;
}

export type Bio = ReturnType<typeof useBio>;

/** The biography; missing fields are empty. */
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
    /** There is no biography yet. Some backends answer 404. */
    isNone: data ? !data.countryOfResidence && !data.nationality : fieldsOf(error).status === 404,
    isError,
    refetch,
  };
}
