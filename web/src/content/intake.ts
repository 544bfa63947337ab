import { longDay } from './days.ts';
import { useContent } from './use-content.ts';
import { useIsOver } from './use-is-over.ts';

/** An intake, in words. */
export interface Intake {
  starts: string;
  applyBy?: string | undefined;
}

/** @returns the next one; `over` once nobody can apply to it any more, and nothing where none was told */
export function useIntake(): Intake | 'over' | undefined {
  const { intake } = useContent();
  const isOver = useIsOver();
  if (!intake) return undefined;
  if (isOver(intake.applyBy ?? intake.starts)) return 'over';
  return { starts: longDay(intake.starts), applyBy: intake.applyBy && longDay(intake.applyBy) };
}

/** @returns the one that is still to come */
export function useNextIntake(): Intake | undefined {
  const intake = useIntake();
  return intake === 'over' ? undefined : intake;
}
