/** What React Query finds in place of its infinite queries (vite.config.ts): the site has none. */
export const infiniteQueryBehavior = undefined;
export const hasNextPage = undefined;
export const hasPreviousPage = undefined;
