/** Going on with a journey that an earlier run left: the backend is asked first, then what the run wrote down. */
import { activatesWithPassword, transitions } from '@one-planet/contract';
import { CliError, exitCodes } from '../../process/exit.ts';
import { logIn } from './account.ts';
import type { JourneyContext } from './context.ts';
import { BrokenContract } from './failure.ts';
import { readState } from './state.ts';
import { steps } from './steps.ts';

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
  const next = steps.findIndex(({ id }) => !done.includes(id));
  const password = indexOf('password');
  const mayHavePassword =
    next < 0 || next >= password || activatesWithPassword(context.settings.dialect);
  if (mayHavePassword && (await canLogIn(context, done))) {
    const state = await readState(context);
    // The result of an exam may be lost with its answer; that the state moved on says that it was passed.
    if (state !== 'ACTIVATED') context.remember({ exam: undefined, examPassed: true });
    return byState(state);
  }
  const at = Math.min(next, password);
  const before = steps.slice(0, at).findLast(({ mover }) => typeof mover === 'string');
  return { at, state: transitions.find(({ by }) => by === before?.mover)?.to ?? null };
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

function byState(state: string): Start {
  const at = steps.findIndex(({ from }) => from?.some((one) => one === state));
  if (at >= 0) return { at, state };
  throw new CliError(
    `the journey can't go on: no step begins in the state ${state}`,
    exitCodes.brokenContract,
  );
}

function indexOf(id: string): number {
  return steps.findIndex((step) => step.id === id);
}
