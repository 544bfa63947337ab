/**
 * Stands in the site's build for two parts of React Query it never calls: mutations (forms call the client
 * themselves, because their answers are messages and not cached data) and endless lists. They would be 2 KB of
 * script in every first visit. Tests and development run with the real ones.
 */
export class MutationCache {
  clear(): void {}
  resumePausedMutations(): Promise<void> {
    return Promise.resolve();
  }
}

export function infiniteQueryBehavior(): never {
  throw new Error('The site was built without endless lists: see web/left-out.ts');
}
