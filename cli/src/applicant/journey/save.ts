/** Writes the run file as a journey goes. */
import type { JourneyContext } from './context.ts';
import type { StepSaver } from './result.ts';
import { type RunFile, writeRunFile } from './run-file.ts';

/**
 * Writes the file now, and whenever the context learns something or a step ends.
 * @param file as it is before the first step of this run
 * @throws {CliError} (exit 2) when it can't be written
 */
export function saveTo(path: string, file: RunFile, context: JourneyContext): StepSaver {
  let current = file;
  const write = (change: Partial<RunFile>) => {
    const { token: _, passwordToken: __, ...memory } = context.memory;
    current = { ...current, ...change, memory };
    writeRunFile(path, current);
  };
  const { remember } = context;
  context.remember = (learnt) => {
    remember(learnt);
    write({});
  };
  write({});
  return ({ id, outcome, after, ms }, finished) => {
    const steps =
      outcome === 'done' ? [...current.steps, { id, after, ms: Math.round(ms) }] : current.steps;
    write({ steps, finished });
  };
}
