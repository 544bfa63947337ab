import { Facts } from '../../ui/facts.tsx';
import { Retry } from '../../ui/retry.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import type { Bio } from './use-bio.ts';
import { texts } from './words.ts';

/** What the profile shows of the biography (journey specification, section 2). */
export function BiographySettings({ bio: { isError, isNone, data, refetch } }: { bio: Bio }) {
  if (isNone) return <p>{texts.noBiography}</p>;
  if (isError) return <Retry text={texts.biographyFailed} again={refetch} />;
  if (!data) return <Skeleton />;
  const { countryOfResidence, nationality } = data;
  const facts = [
    [texts.countryOfResidence, countryOfResidence],
    [texts.nationality, nationality],
  ] as const;
  return <Facts facts={facts.filter(([, value]) => value)} />;
}
