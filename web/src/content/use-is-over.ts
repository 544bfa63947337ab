import { useHydrated } from '../site/hydrated.ts';
import { useSite } from '../site/site.ts';
import { isOver } from './days.ts';

/** @returns whether a day, e.g. `2027-02-01`, is over: today, and during hydration when the page was built */
export function useIsOver(): (day: string) => boolean {
  const { at } = useSite().built;
  const hydrated = useHydrated();
  return (day) => isOver(day, hydrated || !at ? Date.now() : at);
}
