import { useHydrated } from '../site/hydrated.ts';
import { isOver, longDay } from './days.ts';
import { useContent } from './use-content.ts';

/** The next intake, in words. */
export interface Intake {
  starts: string;
  applyBy?: string | undefined;
}

/** @returns nothing once nobody can apply to it any more: a page that was built long ago tells no stale date */
export function useIntake(): Intake | undefined {
  const { intake } = useContent();
  const hydrated = useHydrated();
  if (!intake || (hydrated && isOver(intake.applyBy ?? intake.starts, Date.now())))
    return undefined;
  return { starts: longDay(intake.starts), applyBy: intake.applyBy && longDay(intake.applyBy) };
}
