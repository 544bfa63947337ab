/** What the public pages read from the backend; each is fetched once and kept in memory. */
import { unwrap } from '@one-planet/sdk';
import { useQuery } from '@tanstack/react-query';
import { readOf } from './answers.ts';
import { useSite } from './site.ts';

/** The programmes, pictures included: one answer for the whole site. @param wanted false: not asked for yet */
export function usePrograms(wanted = true) {
  const { api } = useSite();
  return useQuery({
    queryKey: ['programs.list'],
    queryFn: ({ signal }) => listOf(unwrap(api.programs.list({ fetchOptions: { signal } }))),
    enabled: wanted,
  });
}

/** The courses of one programme. */
export function useCourses(programId: string | number) {
  const { api } = useSite();
  return useQuery({
    queryKey: ['programs.courses', programId],
    queryFn: ({ signal }) =>
      listOf(unwrap(api.programs.courses({ params: { programId }, fetchOptions: { signal } }))),
  });
}

/** The text blocks staff can change. */
export function useContents() {
  const { api } = useSite();
  return useQuery({
    queryKey: ['contents.list'],
    queryFn: ({ signal }) => listOf(unwrap(api.contents.list({ fetchOptions: { signal } }))),
  });
}

/** The list an operation answers; some backends write an empty list as null, which shows the retry, too. */
const listOf = <T>(call: Promise<readonly T[]>): Promise<readonly T[]> =>
  readOf(call, (answer): answer is readonly T[] => Array.isArray(answer));
