/** The words that say in which way a run ended: who has to act. */
import { type ExitCode, exitCodes } from '../process/exit.ts';

export const endWords = {
  [exitCodes.done]: 'GOOD',
  [exitCodes.brokenContract]: 'BROKEN',
  [exitCodes.wrongUsage]: 'MISCONFIGURED',
  [exitCodes.notReached]: 'NOT REACHED',
  [exitCodes.waiting]: 'WAITING',
  [exitCodes.noMail]: 'NO MAIL',
  [exitCodes.tooSlow]: 'SLOW',
  [exitCodes.interrupted]: 'INTERRUPTED',
} as const satisfies Record<ExitCode, string>;
