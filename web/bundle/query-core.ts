/**
 * What React Query finds in place of its infinite queries and its mutations (vite.config.ts): the site has neither, and
 * they would weigh 2 KB on every page.
 */
export const infiniteQueryBehavior = undefined;
export const hasNextPage = undefined;
export const hasPreviousPage = undefined;

/** One that is always empty. */
export class MutationCache {
  clear(): void {}
  async resumePausedMutations(): Promise<void> {}
}
