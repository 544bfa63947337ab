/**
 * `npm run prove [-- NAME …]`: every check against every fault and every harmless difference, and against a sample of
 * the generated faults (`--sample N`, `--seed N`, `--all`; `--generated` for these alone). Writes docs/detection.md,
 * docs/findings.md, detection.json and, for `--all`, generated.json; fails when a fault is missed, a healthy backend alarms, a check is
 * never tripped, or a generated fault that was caught is caught no more. With names, `secrets/*` among them, proves only
 * these, and writes generated.json with `--all`.
 */

import { writeFile } from 'node:fs/promises';
import { type Case, cases } from './cases.ts';
import { detectionOf } from './detection.ts';
import { writeDocument } from './document.ts';
import { writeFindings } from './findings.ts';
import { generated, sampleOf } from './generated/index.ts';
import { addToRecord, readRecord } from './generated/record.ts';
import { proveMany, summaryOf } from './generated/run.ts';
import { detectionMarkdown } from './markdown.ts';
import { readOptions } from './options.ts';
import { inParts } from './parts.ts';
import { type Proof, prove } from './proof.ts';
import { verdictOf } from './verdict.ts';

const { names, all, generated: alone, sample, seed, processes } = readOptions({ sample: '120' });

function progress(done: number, of: number): void {
  process.stderr.write(`\r${done} of ${of}${done === of ? '\n' : ''}`);
}

async function proveHandWritten(): Promise<boolean> {
  let done = 0;
  const proofs = await inParts<Case, Proof>(cases, {
    parts: processes,
    module: new URL('part.ts', import.meta.url),
    onResult: () => {
      done += 1;
      progress(done, cases.length);
    },
  });
  const verdict = verdictOf(cases, proofs);
  const detection = `${JSON.stringify(detectionOf(verdict), null, 2)}\n`;
  await writeFile(new URL('detection.json', import.meta.url), detection);
  await writeDocument(detectionMarkdown(verdict));
  await writeFindings();
  console.log(verdict.summary.join('\n'));
  return verdict.isGood;
}

/** @returns whether the record still holds */
async function proveGenerated(): Promise<boolean> {
  const before = readRecord();
  const chosen = all ? generated : sampleOf(generated, sample, seed);
  const saveEvery = 100;
  let unsaved: Parameters<typeof addToRecord>[0][number][] = [];
  const save = async () => {
    const batch = unsaved;
    unsaved = [];
    return addToRecord(batch);
  };
  let saving: Promise<unknown> = Promise.resolve();
  const proofs = await proveMany(chosen, processes, (proof, done) => {
    progress(done, chosen.length);
    if (!all) return;
    unsaved.push(proof);
    if (unsaved.length >= saveEvery) saving = saving.then(save);
  });
  await saving;
  console.log(summaryOf(proofs).join('\n'));
  if (all) {
    await save();
    await writeDocument();
  }
  const worse = proofs.filter(
    ({ name, outcome }) => outcome === 'missed' && before.get(name)?.outcome === 'caught',
  );
  for (const { name } of worse) console.log(`${name} was caught before`);
  return worse.length === 0 && !proofs.some(({ outcome }) => /alarm|crash/.test(outcome));
}

/** A name that ends with `*` stands for all that begin so. */
function named<T extends { name: string }>(all: readonly T[], asked: string): T[] {
  return all.filter(({ name }) =>
    asked.endsWith('*') ? name.startsWith(asked.slice(0, -1)) : name === asked,
  );
}

async function proveNamed(): Promise<void> {
  const unknown = names.filter((name) => named([...cases, ...generated], name).length === 0);
  if (unknown.length > 0) throw new Error(`There is no case ${unknown.join(', ')}`);
  for (const one of names.flatMap((name) => named(cases, name))) {
    const { must, should, blocked, untold, ended, ms } = await prove(one);
    const failed = [...must, ...should.map((id) => `${id} (should)`)];
    console.log(
      `${one.name}: ${failed.length} failed, ${blocked} blocked, ${untold} untold, ${ms} ms ${ended ?? ''}`,
    );
    for (const id of failed) console.log(`  ${id}`);
  }
  const chosen = names.flatMap((name) => named(generated, name));
  if (chosen.length === 0) return;
  const proofs = await proveMany(chosen, Math.min(processes, chosen.length), (proof) => {
    const { name, outcome, by } = proof;
    console.log(`${name}: ${outcome}${by ? ` (${by})` : ''}`);
  });
  if (!all) return;
  await addToRecord(proofs);
  await writeDocument();
}

if (names.length > 0) await proveNamed();
else {
  const isGood = alone || (await proveHandWritten());
  const holds = await proveGenerated();
  process.exitCode = isGood && holds ? 0 : 1;
}
