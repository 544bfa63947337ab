/**
 * What ts-rest's hooks find in place of React Query (vite.config.ts): the site only queries, and what it never calls
 * (mutations, infinite and parallel queries, Suspense) would weigh 3 KB on every page.
 */
export { skipToken, useQuery, useQueryClient } from '@tanstack/react-query';

export const useInfiniteQuery = undefined;
export const useMutation = undefined;
export const usePrefetchInfiniteQuery = undefined;
export const usePrefetchQuery = undefined;
export const useQueries = undefined;
export const useSuspenseInfiniteQuery = undefined;
export const useSuspenseQueries = undefined;
export const useSuspenseQuery = undefined;
