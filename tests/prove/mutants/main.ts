/**
 * `npm run mutants [-- NAME …]`: changes the source of two backends in one place at a time, and asks whether a check
 * notices. `--target mock|second`, `--sample N`, `--seed N`, `--all`, `--processes N`; `--survivors` tries those again
 * that survived without a reason, or were not reached. `--all` and `--survivors` write mutants.json and its part of docs/detection.md; it fails when a survivor has no reason in reasons.json.
 */
import { rm } from 'node:fs/promises';
import { writeDocument } from '../document.ts';
import { sampleOf } from '../generated/index.ts';
import { readOptions } from '../options.ts';
import { instrument, type Mutant } from './instrument.ts';
import { reasonFor } from './reasons.ts';
import { isOpen, provedAgain, readRecord, record, summaryOf } from './record.ts';
import { type Proven, proveMutants } from './run.ts';
import { type TargetName, targets } from './targets.ts';

const { names, all, survivors, sample, seed, processes, target } = readOptions({ sample: '60' });
const saveEvery = 50;

async function prove(target: TargetName): Promise<readonly Proven[]> {
  const copy = await instrument(target);
  const choose = (mutants: readonly Mutant[]) => {
    if (names.length > 0) return mutants.filter(({ name }) => names.includes(name));
    if (survivors) return mutants.filter(isOpen(before));
    // In the order of the sample: a run that is interrupted leaves one.
    return sampleOf(mutants, all ? mutants.length : sample, seed);
  };
  const before = readRecord()[target];
  const known = before?.proved ?? 0;
  const proven: Proven[] = [];
  try {
    await proveMutants(copy, choose, processes, (one, done, of) => {
      proven.push(one);
      process.stderr.write(`\r${target}: ${done} of ${of}${done === of ? '\n' : ''}`);
      if (all && done > known && done % saveEvery === 0)
        record(target, summaryOf(copy.mutants.length, proven));
    });
  } finally {
    await rm(copy.folder, { recursive: true });
  }
  const now = summaryOf(copy.mutants.length, proven);
  const summary = survivors && before ? provedAgain(before, now) : now;
  const { killed, survivors: alive, unreached, crash, stuck, proved, made } = summary;
  const open = alive.filter((one) => reasonFor(one) === undefined);
  console.log(
    `${target}: ${killed} of ${killed + open.length} mutants that matter killed; ${alive.length - open.length} survive for a reason, ${unreached.length} not reached, ${crash} do not start, ${stuck} stuck; ${proved} of ${made} proved`,
  );
  for (const { name, original, replacement } of open)
    console.log(`  survived ${name}\n    ${original}\n    ${replacement}`);
  if (all || survivors) {
    record(target, summary);
    await writeDocument();
  }
  return proven;
}

const known = Object.keys(targets) as TargetName[];
const chosen = known.filter((one) => target === undefined || one === target);
if (chosen.length === 0) throw new Error(`--target is one of ${known.join(', ')}, not "${target}"`);
const proven: Proven[] = [];
for (const one of chosen) proven.push(...(await prove(one)));
if (names.length > proven.length) throw new Error(`There is no mutant ${names.join(', ')}`);
const counts = (one: Proven) => one.outcome === 'survived' && reasonFor(one) === undefined;
process.exitCode = proven.some(counts) ? 1 : 0;
