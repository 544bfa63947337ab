/** Public data, each fetched once. */
import { bodyOf } from './queries.ts';
import { useSite } from './site.ts';

// Some backends send null for an empty list; the page then offers a retry.
const isUsable = Array.isArray;

/** The programs, with their pictures. @param wanted false: not to be fetched yet */
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

/** The texts that staff can change. */
export function useContents() {
  return useSite().hooks.contents.list.useQuery({
    queryKey: ['contents.list'],
    queryData: { isUsable },
    select: bodyOf,
  });
}
