/** Going on with a journey that an earlier run left: the backend is asked first, then what the run wrote down. */
import { activatesWithPassword, isApplicantState } from '@one-planet/contract';
import { CliError, exitCodes } from '../../process/exit.ts';
import { isBefore, stageOf } from '../stages.ts';
import { logIn } from './account.ts';
import type { JourneyContext } from './context.ts';
import { BrokenContract } from './failure.ts';
import { readState } from './send.ts';
import { stepIds, steps } from './steps.ts';

export interface Start {
  /** The index of the step that is next. */
  at: number;
  state: string | null;
}

/**
 * Finds the step that is next, so that none is repeated that took effect.
 * @param done the ids of the steps whose end the earlier run saw
 * @throws {CliError} where the backend's answer leaves nothing to go on with
 */
export async function findStart(context: JourneyContext, done: readonly string[]): Promise<Start> {
  if (context.memory.registeredAt === undefined) return { at: 0, state: null };
  const next = stepIds.findIndex((id) => !done.includes(id));
  const password = stepIds.indexOf('password');
  const mayHavePassword =
    next < 0 || next >= password || activatesWithPassword(context.settings.dialect);
  if (mayHavePassword && (await canLogIn(context, done))) {
    const state = await readState(context);
    // The result of an exam may be lost with its answer; that the state moved on says that it was passed.
    if (state !== 'ACTIVATED') context.remember({ exam: undefined, examPassed: true });
    return byState(state);
  }
  return { at: Math.min(next, password), state: null };
}

/** Whether her password exists and is this one. */
async function canLogIn(context: JourneyContext, done: readonly string[]): Promise<boolean> {
  try {
    await logIn(context);
    return true;
  } catch (error) {
    const isRefusal = error instanceof BrokenContract && error.operation === 'auth.login';
    if (isRefusal && error.isRefusal && !done.includes('password')) return false;
    throw error;
  }
}

/** Of somebody who can log in: the step that leads out of her state, or the last one once she has applied. */
function byState(state: string): Start {
  const loggedIn = stepIds.indexOf('log-in');
  const leading = steps.findIndex(({ by }, at) => at > loggedIn && by && stageOf(by) === state);
  if (leading >= 0) return { at: leading, state };
  const hasApplied = isApplicantState(state) && !isBefore(state, 'APPLIED');
  if (hasApplied) return { at: steps.length - 1, state };
  throw new CliError(
    `the journey cannot go on: no step begins in the state ${state}`,
    exitCodes.brokenContract,
  );
}
