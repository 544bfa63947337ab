/**
 * `npm run mutants [-- NAME …]`: changes the source of two backends in one place at a time, and asks whether a check
 * notices. `--target mock|second`, `--sample N`, `--seed N`, `--all`, `--processes N`. `--all` writes mutants.json and
 * its part of docs/detection.md; it fails when a survivor has no reason in reasons.json.
 */
import { rm } from 'node:fs/promises';
import { writeDocument } from '../document.ts';
import { sampleOf } from '../generated/index.ts';
import { readOptions } from '../options.ts';
import { instrument, type Mutant } from './instrument.ts';
import { reasonFor } from './reasons.ts';
import { readRecord, record, summaryOf } from './record.ts';
import { type Proven, proveMutants } from './run.ts';
import { type TargetName, targets } from './targets.ts';

const { names, all, sample, seed, processes, target } = readOptions({ sample: '60' });
const saveEvery = 50;

async function prove(target: TargetName): Promise<readonly Proven[]> {
  const copy = await instrument(target);
  const choose = (mutants: readonly Mutant[]) => {
    if (names.length > 0) return mutants.filter(({ name }) => names.includes(name));
    // In the order of the sample: a run that is interrupted leaves one.
    return sampleOf(mutants, all ? mutants.length : sample, seed);
  };
  const known = readRecord()[target]?.proved ?? 0;
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
  const summary = summaryOf(copy.mutants.length, proven);
  const { killed, survivors, unreached, crash, stuck, proved, made } = summary;
  const open = survivors.filter((one) => reasonFor(one) === undefined);
  console.log(
    `${target}: ${killed} of ${killed + open.length} mutants that matter killed; ${survivors.length - open.length} survive for a reason, ${unreached.length} not reached, ${crash} do not start, ${stuck} stuck; ${proved} of ${made} proved`,
  );
  for (const { name, original, replacement } of open)
    console.log(`  survived ${name}\n    ${original}\n    ${replacement}`);
  if (all) {
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
const isOpen = (one: Proven) => one.outcome === 'survived' && reasonFor(one) === undefined;
process.exitCode = proven.some(isOpen) ? 1 : 0;
