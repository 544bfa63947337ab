/**
 * `npm run prove [-- NAME …]`: every check against every fault and every harmless difference. Writes
 * docs/detection.md and detection.json; fails when a fault is missed, a healthy backend alarms, or a check is
 * never tripped. With names, proves only these and writes nothing.
 */

import { writeFile } from 'node:fs/promises';
import { availableParallelism } from 'node:os';
import { type Case, cases } from './cases.ts';
import { detectionOf } from './detection.ts';
import { detectionMarkdown } from './markdown.ts';
import { proveInParts } from './parts.ts';
import { type Proof, prove } from './proof.ts';
import { verdictOf } from './verdict.ts';

const names = process.argv.slice(2);

/** One process per core: a run of the checks with its backend keeps one core busy. */
async function proveAll(): Promise<Proof[]> {
  const parts = Math.max(1, availableParallelism());
  return proveInParts(parts, cases, (done) => {
    process.stderr.write(`\r${done} of ${cases.length}`);
  });
}

async function proveSome(chosen: readonly Case[]): Promise<void> {
  for (const one of chosen) {
    const { must, should, blocked, untold, ended, ms } = await prove(one);
    const failed = [...must, ...should.map((id) => `${id} (should)`)];
    console.log(
      `${one.name}: ${failed.length} failed, ${blocked} blocked, ${untold} untold, ${ms} ms ${ended ?? ''}`,
    );
    for (const id of failed) console.log(`  ${id}`);
  }
}

if (names.length > 0) {
  const known = new Map(cases.map((one) => [one.name, one]));
  const unknown = names.filter((name) => !known.has(name));
  if (unknown.length > 0) throw new Error(`There is no case ${unknown.join(', ')}`);
  await proveSome(names.flatMap((name) => known.get(name) ?? []));
} else {
  const proofs = await proveAll();
  const verdict = verdictOf(cases, proofs);
  const folder = new URL('.', import.meta.url);
  const detection = `${JSON.stringify(detectionOf(verdict), null, 2)}\n`;
  await writeFile(new URL('detection.json', folder), detection);
  await writeFile(new URL('../../docs/detection.md', folder), detectionMarkdown(verdict));
  console.log(`\n${verdict.summary.join('\n')}`);
  process.exitCode = verdict.isGood ? 0 : 1;
}
