import { longDay } from './days.ts';
import { useContent } from './use-content.ts';
import { useIsOver } from './use-is-over.ts';

/** The next intake, in words. */
export interface Intake {
  starts: string;
  applyBy?: string | undefined;
}

/** @returns nothing once nobody can apply to it any more */
export function useIntake(): Intake | undefined {
  const { intake } = useContent();
  const isOver = useIsOver();
  if (!intake || isOver(intake.applyBy ?? intake.starts)) return undefined;
  return { starts: longDay(intake.starts), applyBy: intake.applyBy && longDay(intake.applyBy) };
}
