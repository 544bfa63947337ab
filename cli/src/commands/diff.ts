import { openJourneys } from '../applicant/journey/open.ts';
import { headline, targetName } from '../applicant/journey/print.ts';
import type { JourneyResult } from '../applicant/journey/result.ts';
import { runJourney } from '../applicant/journey/run.ts';
import { clean } from '../applicant/journey/secrets.ts';
import { type Flags, loadSettings } from '../config/load.ts';
import { CliError, exitCodes } from '../process/exit.ts';
import { paint, print, visible } from '../process/terminal.ts';
import { backendSettings, defineCommand, journeySettings } from './define.ts';
import { compareJourneys, type Difference, type WalkedStep } from './diff/compare.ts';
import { argument, flag } from './options.ts';

interface Walk {
  name: string;
  steps: WalkedStep[];
  result: JourneyResult;
  /** Why it went no further, without secrets; empty where it did. */
  why: string;
}

/** `admissions diff A B`: the same journey on two backends, and where they differ. */
export const command = defineCommand({
  name: 'diff',
  description:
    'Walks the same journey on two backends and shows where status, shape or state differ.',
  arguments: [
    argument('<a>', '"mock", an address, or a profile of the configuration file'),
    argument('<b>', 'the same'),
  ],
  settings: [...backendSettings, ...journeySettings],
  options: { json: flag('print the differences as JSON, and nothing else, on stdout') },
  help: `
Examples:
  admissions diff mock http://127.0.0.1:8080
  admissions diff staging production --config admissions.config.json

Exit codes: 0 no difference, 1 some, otherwise as for the journey.`,
  async run(flags, a: string, b: string) {
    const first = await walk(a, flags);
    if (first.result.exitCode === exitCodes.interrupted) {
      throw new CliError(`interrupted on ${first.name}: ${first.why}`, exitCodes.interrupted);
    }
    const second = await walk(b, flags);
    const differences = compareJourneys(first.steps, second.steps);
    if (flags.json) print(JSON.stringify({ a: first.name, b: second.name, differences }, null, 2));
    else report(first, second, differences);
    const unfinished = [first.result.exitCode, second.result.exitCode].find(
      (code) => code === exitCodes.interrupted || code === exitCodes.notReached,
    );
    if (unfinished !== undefined) return unfinished;
    return differences.length > 0 ? exitCodes.brokenContract : exitCodes.done;
  },
});

async function walk(name: string, flags: Flags): Promise<Walk> {
  const isTarget = name === 'mock' || /^https?:/.test(name);
  const settings = await loadSettings({ ...flags, [isTarget ? 'target' : 'profile']: name });
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
    const why = clean(steps.at(-1)?.result.failure?.message ?? '', context);
    return { name: targetName(settings), steps, result, why };
  } finally {
    await open.close();
  }
}

function report(first: Walk, second: Walk, differences: readonly Difference[]): void {
  print(`${paint('bold', 'The same journey')} on\n  a  ${first.name}\n  b  ${second.name}\n`);
  let step = '';
  for (const one of differences) {
    if (one.step !== step) print(paint('bold', one.step));
    step = one.step;
    const where = one.operation ? `${one.operation}  ` : '';
    print(`  ${one.kind.padEnd(8)}${where}${visible(one.what)}`);
  }
  for (const [letter, { result, steps, why }] of Object.entries({ a: first, b: second })) {
    const last = steps.at(-1)?.result;
    if (result.exitCode === exitCodes.done || !last) continue;
    print(`\n${letter}: ${headline(last)} at step "${last.id}": ${visible(why)}`);
  }
  const count = differences.length;
  const verdict = count === 0 ? 'No difference' : `${count} difference${count === 1 ? '' : 's'}`;
  const color = count === 0 ? 'green' : 'yellow';
  print(`\n${paint(['bold', color], verdict)} (status, shape, state; a | b)`);
}
