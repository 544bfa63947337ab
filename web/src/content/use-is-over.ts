import { useHydrated } from '../site/hydrated.ts';
import { isOver } from './days.ts';

/** @returns whether a day, e.g. `2027-02-01`, is over: a page that was built long ago tells no stale date */
export function useIsOver(): (day: string) => boolean {
  const hydrated = useHydrated();
  return (day) => hydrated && isOver(day, Date.now());
}
