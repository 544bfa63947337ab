/** A check is a value: what it says, which rule says so, and a function that finds out. */
import type { RuleName } from '@one-planet/contract';
import type { Stage } from '../applicant/stages.ts';
import type { ReportedCheck } from '../report/report.ts';
import type { CheckContext } from './context.ts';

export { type Level, levels } from '../report/report.ts';

export interface Check extends ReportedCheck {
  rule: RuleName;
  /** The state of the applicant it borrows; left out where it needs none. It says when the check runs. */
  stage?: Stage;
  /** The applicant leaves that state: such checks come last among those of their stage. */
  consumes?: boolean;
  /** It takes the step that leads on from that state as everybody does: before those that vary it. */
  isUsual?: boolean;
  /** Comes after all others, because it speaks of what they saw. */
  afterAll?: boolean;
  /**
   * Returns when the backend keeps the sentence.
   * @throws {Failed | Blocked | Skipped | Waiting} anything else is a bug of ours
   */
  run: (context: CheckContext) => Promise<void> | void;
}
