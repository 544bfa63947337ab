/**
 * `npm run prove [-- NAME …]`: every check against every fault and every correct variation, and against a sample of the
 * generated faults (`--sample N`, `--seed N`, `--all`; `--generated` for these alone). Writes the figures of
 * docs/detection.md, and a line for every fault where `--table FILE` asks for it; fails when a fault is missed, a
 * healthy backend alarms, a check is never tripped, or a generated fault that matters is missed. With names,
 * `secrets/*` among them, proves only these and writes nothing.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { type Case, cases, figuresOf, type Proof, prove, tableOf, verdictOf } from './cases.ts';
import { generated, sampleOf } from './generated/all-faults.ts';
import { countsOf, failuresOf, generatedMarkdown, proveMany } from './generated/prove.ts';
import { readOptions } from './options.ts';
import { inParts } from './process-pool.ts';

const {
  names,
  all,
  generated: alone,
  sample,
  seed,
  processes,
  table,
} = readOptions({ sample: '120' });
const document = new URL('../../docs/detection.md', import.meta.url);

function progress(done: number, of: number): void {
  process.stderr.write(`\r${done} of ${of}${done === of ? '\n' : ''}`);
}

/** Replaces what stands in the document between the markers of this name. */
async function writePart(name: string, text: string): Promise<void> {
  const before = await readFile(document, 'utf8');
  const part = new RegExp(`(?<=<!-- ${name} -->\n)[^]*?(?=\n<!-- /${name} -->)`);
  await writeFile(
    document,
    before.replace(part, () => text.trim()),
  );
}

async function proveHandWritten(): Promise<boolean> {
  const proofs = await inParts<Case, Proof>(cases, {
    parts: processes,
    module: new URL('worker.ts', import.meta.url),
    onResult: (_proof, _case, done) => progress(done, cases.length),
  });
  const verdict = verdictOf(cases, proofs);
  await writePart('figures', figuresOf(verdict));
  if (table) await writeFile(table, tableOf(verdict));
  console.log(verdict.summary.join('\n'));
  return verdict.isGood;
}

async function proveGenerated(): Promise<boolean> {
  const chosen = all ? generated : sampleOf(generated, sample, seed);
  const proofs = await proveMany(chosen, processes, (_, done) => progress(done, chosen.length));
  if (all) await writePart('generated', generatedMarkdown(proofs));
  const { matter, caught, explained, wrong } = countsOf(proofs);
  console.log(
    `${caught} of ${matter} generated faults that matter caught; ${explained.length} missed for a reason, ${proofs.length - matter - explained.length} make no difference that a client can hold against a backend`,
  );
  for (const { name, outcome, by } of wrong)
    console.log(`  ${outcome} ${name}${by ? ` (${by})` : ''}`);
  return failuresOf(proofs).length === 0;
}

/** A name that ends with `*` stands for all that begin so. */
function named<T extends { name: string }>(list: readonly T[], asked: string): T[] {
  return list.filter(({ name }) =>
    asked.endsWith('*') ? name.startsWith(asked.slice(0, -1)) : name === asked,
  );
}

async function proveNamed(): Promise<void> {
  const unknown = names.filter((name) => named([...cases, ...generated], name).length === 0);
  if (unknown.length > 0) throw new Error(`There is no case ${unknown.join(', ')}`);
  for (const one of names.flatMap((name) => named(cases, name))) {
    const { must, should, blocked, ended, ms } = await prove(one);
    const failed = [...must, ...should.map((id) => `${id} (should)`)];
    console.log(
      `${one.name}: ${failed.length} failed, ${blocked} blocked, ${ms} ms ${ended ?? ''}`,
    );
    for (const id of failed) console.log(`  ${id}`);
  }
  const chosen = names.flatMap((name) => named(generated, name));
  if (chosen.length === 0) return;
  await proveMany(chosen, Math.min(processes, chosen.length), ({ name, outcome, by }) =>
    console.log(`${name}: ${outcome}${by ? ` (${by})` : ''}`),
  );
}

if (names.length > 0) await proveNamed();
else {
  const isGood = alone || (await proveHandWritten());
  const holds = await proveGenerated();
  process.exitCode = isGood && holds ? 0 : 1;
}
