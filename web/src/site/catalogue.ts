/** What the public pages read from the backend; each is fetched once. */
import { bodyOf } from './queries.ts';
import { useSite } from './site.ts';

// Some backends write an empty list as null: it shows the retry.
const isUsable = Array.isArray;

/** The programs, pictures included: one answer for the whole site. @param wanted false: not asked for yet */
export function usePrograms(wanted = true) {
  return useSite().hooks.programs.list.useQuery({
    queryKey: ['programs.list'],
    queryData: { isUsable },
    select: bodyOf,
    enabled: wanted,
  });
}

/** The courses of one program. */
export function useCourses(programId: string | number) {
  return useSite().hooks.programs.courses.useQuery({
    queryKey: ['programs.courses', programId],
    queryData: { params: { programId }, isUsable },
    select: bodyOf,
  });
}

/** The text blocks staff can change. */
export function useContents() {
  return useSite().hooks.contents.list.useQuery({
    queryKey: ['contents.list'],
    queryData: { isUsable },
    select: bodyOf,
  });
}
