import { useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * False while React takes over the prerendered HTML, and right after that true: what only the browser knows
 * (a session, a draft) must not be on screen before, or React would throw the prerendered page away.
 */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}
