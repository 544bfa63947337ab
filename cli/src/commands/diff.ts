import { Command } from 'commander';
import { openJourneys } from '../applicant/journey/open.ts';
import { headline, targetName } from '../applicant/journey/print.ts';
import type { JourneyResult } from '../applicant/journey/result.ts';
import { runJourney } from '../applicant/journey/run.ts';
import { addBackendOptions, addJourneyOptions } from '../config/flags.ts';
import { type Flags, loadSettings } from '../config/load.ts';
import { type ExitCode, exitCodes } from '../process/exit.ts';
import { paint, print, visible } from '../process/terminal.ts';
import { compareJourneys, type Difference, type WalkedStep } from './diff/compare.ts';

interface DiffFlags extends Flags {
  json?: boolean;
}

interface Walk {
  name: string;
  steps: WalkedStep[];
  result: JourneyResult;
}

/** `admissions diff A B`: the same journey on two backends, and where they differ. */
export function command(finish: (code: ExitCode) => void): Command {
  const diff = new Command('diff')
    .description(
      'Walks the same journey on two backends and shows where status, shape or state differ.',
    )
    .argument('<a>', '"mock", an address, or a profile of the configuration file')
    .argument('<b>', 'the same');
  addJourneyOptions(addBackendOptions(diff));
  return diff
    .option('--json', 'print the differences as JSON, and nothing else, on stdout')
    .addHelpText('after', examples)
    .action(async (a: string, b: string, flags: DiffFlags) => finish(await compare(a, b, flags)));
}

async function compare(a: string, b: string, flags: DiffFlags): Promise<ExitCode> {
  const first = await walk(a, flags);
  const second = await walk(b, flags);
  const differences = compareJourneys(first.steps, second.steps);
  if (flags.json) print(JSON.stringify({ a: first.name, b: second.name, differences }, null, 2));
  else tell(first, second, differences);
  const ends = [first.result.exitCode, second.result.exitCode];
  const isUnfinished = ends.find(
    (code) => code === exitCodes.interrupted || code === exitCodes.notReached,
  );
  if (isUnfinished !== undefined) return isUnfinished;
  return differences.length > 0 ? exitCodes.brokenContract : exitCodes.done;
}

async function walk(name: string, flags: DiffFlags): Promise<Walk> {
  const isTarget = name === 'mock' || /^https?:/.test(name);
  const settings = await loadSettings(
    isTarget ? { ...flags, target: name } : { ...flags, profile: name },
  );
  const open = await openJourneys(settings);
  try {
    const context = open.context();
    const steps: WalkedStep[] = [];
    const result = await runJourney(context, {
      listener: {
        onStart: () => {},
        onEnd: (step) => steps.push({ result: step, exchanges: [...context.exchanges] }),
      },
    });
    return { name: targetName(settings), steps, result };
  } finally {
    await open.close();
  }
}

function tell(first: Walk, second: Walk, differences: readonly Difference[]): void {
  print(`${paint('bold', 'The same journey')} on\n  a  ${first.name}\n  b  ${second.name}\n`);
  let step = '';
  for (const one of differences) {
    if (one.step !== step) print(paint('bold', one.step));
    step = one.step;
    print(
      `  ${one.kind.padEnd(8)}${one.operation ? `${one.operation}  ` : ''}${visible(one.what)}`,
    );
  }
  for (const [letter, { result, steps }] of [
    ['a', first],
    ['b', second],
  ] as const) {
    const last = steps.at(-1)?.result;
    if (result.exitCode !== exitCodes.done && last) {
      print(
        `\n${letter}: ${headline(last)} at step "${last.id}": ${visible(last.failure?.message ?? '')}`,
      );
    }
  }
  const count = differences.length;
  const verdict = count === 0 ? 'No difference' : `${count} difference${count === 1 ? '' : 's'}`;
  print(
    `\n${paint(['bold', count === 0 ? 'green' : 'yellow'], verdict)} (status, shape, state; a | b)`,
  );
}

const examples = `
Examples:
  admissions diff mock http://127.0.0.1:8080
  admissions diff staging production --config admissions.config.json

Exit codes: 0 no difference, 1 some, else as for the journey.`;
