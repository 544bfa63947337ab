import { createQueries, isPersonalQuery } from '@one-planet/sdk/query';
import { type QueryClient, useQuery } from '@tanstack/react-query';
import { api, client } from './hooks.tsx';

const queries = createQueries(client);

/** The courses of a program, by its hook; options of React Query come second, those of the call in `call`. */
export function CourseCount({ programId }: { programId: string }) {
  const { data } = api.programs.courses.useQuery(
    { programId },
    { staleTime: 60_000, call: { timeout: 5000 } },
  );
  return <p>{data?.length} courses</p>;
}

/** The same, and from the same cache, by React Query's own hook. */
export function FirstCourse({ programId }: { programId: string }) {
  const { data } = useQuery(queries.programs.courses({ programId }));
  return <p>{data?.[0]?.courseName}</p>;
}

/** Reads the courses of every program again. */
export function refreshCourses(queryClient: QueryClient): Promise<void> {
  return queryClient.invalidateQueries({ queryKey: queries.programs.courses.queryKey });
}

/** For the logout: forgets what only the person who is logged in may see. */
export function forgetPerson(queryClient: QueryClient): void {
  queryClient.removeQueries({ predicate: isPersonalQuery });
}
