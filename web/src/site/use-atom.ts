import type { Atom } from 'jotai/vanilla';
import { useSyncExternalStore } from 'react';
import { useSite } from './site.ts';

/**
 * Follows an atom of the site's store. jotai's own hook can't tell what the prerendered page showed, and weighs
 * ten times as much.
 * @param prerendered what the page was rendered with at build time
 */
export function useAtomValue<V>(atom: Atom<V>, prerendered: V): V {
  const { store } = useSite();
  return useSyncExternalStore(
    (changed) => store.sub(atom, changed),
    () => store.get(atom),
    () => prerendered,
  );
}
