import { useState } from 'react';
import { useHydrated } from './hydrated.ts';

/** What the page before passed on to this one with the navigation; a reload keeps it. */
export function usePassedOn<T extends object>(): Partial<T> {
  const hydrated = useHydrated();
  const [passed] = useState<unknown>(() => (typeof history === 'object' ? history.state : null));
  return (hydrated && typeof passed === 'object' && passed !== null ? passed : {}) as Partial<T>;
}
