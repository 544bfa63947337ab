/** What the public pages read from the backend; each is fetched once and kept in memory. */
import { unwrap } from '@one-planet/sdk';
import { useQuery } from '@tanstack/react-query';
import { logFailure } from './answer.ts';
import { useSite } from './site.ts';

/** The programmes, pictures included: one answer for the whole site. @param wanted false: not asked for yet */
export function usePrograms(wanted = true) {
  const { api } = useSite();
  return useQuery({
    queryKey: ['programs.list'],
    queryFn: ({ signal }) => logged(unwrap(api.programs.list({ fetchOptions: { signal } }))),
    enabled: wanted,
  });
}

/** The courses of one programme. */
export function useCourses(programId: string | number) {
  const { api } = useSite();
  return useQuery({
    queryKey: ['programs.courses', programId],
    queryFn: ({ signal }) =>
      logged(unwrap(api.programs.courses({ params: { programId }, fetchOptions: { signal } }))),
  });
}

/** The text blocks staff can change. */
export function useContents() {
  const { api } = useSite();
  return useQuery({
    queryKey: ['contents.list'],
    queryFn: ({ signal }) => logged(unwrap(api.contents.list({ fetchOptions: { signal } }))),
  });
}

/** A failed fetch is logged (website specification, section 8); the screen shows a quiet line with a retry. */
async function logged<T>(answer: Promise<T>): Promise<T> {
  try {
    return await answer;
  } catch (error) {
    logFailure(error);
    throw error;
  }
}
