/** A mock backend on a port: what `admissions mock` and `admissions demo` share. */
import type { Command } from 'commander';
import { collect, positive, whole } from '../commands/option-values.ts';
import { addDialectOptions } from '../config/flags.ts';
import type { ResolvedSettings } from '../config/load.ts';
import { CliError } from '../process/exit.ts';
import { type Listening, type Port, startOn } from '../process/listen.ts';
import { didYouMean } from '../process/nearest.ts';

/** How the mock is to behave, as commander parsed it. */
export interface MockFlags {
  seed?: number;
  latency?: number;
  examMinutes?: number;
  retakes?: number;
  applicants?: number;
  fault?: string[];
}

/** Adds the options that say how the mock behaves. @returns the command itself */
export function addMockOptions(command: Command): Command {
  return addDialectOptions(command)
    .option('--seed <n>', 'the same seed gives the same data (default: 1)', whole(0))
    .option(
      '--latency <ms>',
      'added to every answer, in milliseconds (default: 0)',
      whole(0, 600_000),
    )
    .option('--exam-minutes <n>', 'how long the exam runs (default: 20)', positive)
    .option(
      '--retakes <n>',
      'how often a failed exam may be taken again (default: without end)',
      whole(0),
    )
    .option(
      '--applicants <n>',
      'how many applicants exist from the start (default: 0)',
      whole(0, 1_000_000),
    )
    .option('--fault <name>', 'misbehave in this way; may be given several times', collect);
}

/**
 * Starts the mock backend.
 * @param siteOrigin where activation links lead; left out: the mock's own default
 * @throws {CliError} (exit 2) for an unknown fault or a port that can't be had
 */
export async function startMock(
  { seed, latency, examMinutes, retakes, applicants, fault = [] }: MockFlags,
  port: Port,
  { dialect, siteOrigin }: Pick<ResolvedSettings, 'dialect' | 'siteOrigin'>,
): Promise<Listening> {
  const { createBackend, faultList } = await import('@one-planet/mocks');
  const { serve } = await import('@one-planet/mocks/node');
  checkFaults(fault, faultList);
  const backend = await createBackend({
    dialect,
    siteOrigin,
    seed,
    latencyMs: latency,
    examMinutes,
    retakes,
    applicants,
    faults: fault,
  });
  return startOn(port, (number) => serve(backend, { port: number, host: '127.0.0.1' }));
}

function checkFaults(asked: readonly string[], known: readonly { name: string }[]): void {
  const names = known.map(({ name }) => name);
  const unknown = asked.filter((name) => !names.includes(name));
  if (unknown.length === 0) return;
  const told = unknown.map((name) => `there is no fault "${name}"${didYouMean(name, names)}`);
  throw new CliError(
    `--fault: ${told.join('; ')}. See them all with: admissions mock --list-faults`,
  );
}
