/**
 * `npm run prove [-- NAME …]`: every check against every fault and every correct variation, and against a sample of the
 * generated faults (`--sample N`, `--seed N`, `--all`; `--generated` for these alone). Writes the figures of
 * docs/detection.md, and a line for every fault where `--table FILE` asks for it; fails when a fault is missed, a
 * healthy backend alarms, a check is never tripped, or a generated fault that matters is missed. With names,
 * `secrets/*` among them, proves only these and writes nothing.
 */
import { readFile, writeFile } from 'node:fs/promises';
import {
  type Case,
  cases,
  makeCasesMarkdown,
  makeFiguresMarkdown,
  type Proof,
  prove,
  verdictOf,
} from './cases.ts';
import { generatedFaults, sampleOf } from './generated/all-faults.ts';
import {
  countOutcomes,
  findUnexpectedProblems,
  generatedMarkdown,
  proveMany,
} from './generated/prove.ts';
import { readOptions } from './options.ts';
import { runInProcesses } from './process-pool.ts';

const {
  chosenNames,
  usesAll,
  provesGeneratedFaults: isGeneratedOnly,
  sampleSize,
  seed,
  processCount,
  tableFile,
} = readOptions();
const detectionFile = new URL('../../docs/detection.md', import.meta.url);

function showProgress(doneCount: number, totalCount: number): void {
  process.stderr.write(`\r${doneCount} of ${totalCount}${doneCount === totalCount ? '\n' : ''}`);
}

/** Replaces the text of docs/detection.md between `<!-- name -->` and `<!-- /name -->`. */
async function writeSection(name: string, text: string): Promise<void> {
  const currentText = await readFile(detectionFile, 'utf8');
  const sectionPattern = new RegExp(`(?<=<!-- ${name} -->\n)[^]*?(?=\n<!-- /${name} -->)`);
  await writeFile(
    detectionFile,
    currentText.replace(sectionPattern, () => text.trim()),
  );
}

async function proveHandWritten(): Promise<boolean> {
  const proofs = await runInProcesses<Case, Proof>(cases, {
    processCount,
    workerModule: new URL('worker.ts', import.meta.url),
    onResult: (_proof, _case, doneCount) => showProgress(doneCount, cases.length),
  });
  const verdict = verdictOf(cases, proofs);
  await writeSection('figures', makeFiguresMarkdown(verdict));
  if (tableFile) await writeFile(tableFile, makeCasesMarkdown(verdict));
  console.log(verdict.summaryLines.join('\n'));
  return verdict.isGood;
}

async function proveGenerated(): Promise<boolean> {
  const chosenFaults = usesAll ? generatedFaults : sampleOf(generatedFaults, sampleSize, seed);
  const proofs = await proveMany(chosenFaults, processCount, (_, doneCount) =>
    showProgress(doneCount, chosenFaults.length),
  );
  if (usesAll) await writeSection('generated', generatedMarkdown(proofs));
  const { relevantCount, caughtCount, explainedProofs, problems } = countOutcomes(proofs);
  console.log(
    `${caughtCount} of ${relevantCount} generated faults that matter caught; ${explainedProofs.length} missed for a reason, ${proofs.length - relevantCount - explainedProofs.length} make no difference that a client can hold against a backend`,
  );
  for (const { name, outcome, detail } of problems)
    console.log(`  ${outcome} ${name}${detail ? ` (${detail})` : ''}`);
  return findUnexpectedProblems(proofs).length === 0;
}

/** @returns the items with this name, or, where the pattern ends with `*`, all whose names begin like it */
function findByName<T extends { name: string }>(list: readonly T[], pattern: string): T[] {
  return list.filter(({ name }) =>
    pattern.endsWith('*') ? name.startsWith(pattern.slice(0, -1)) : name === pattern,
  );
}

async function proveNamed(): Promise<void> {
  const unknownNames = chosenNames.filter(
    (name) => findByName([...cases, ...generatedFaults], name).length === 0,
  );
  if (unknownNames.length > 0) throw new Error(`There is no case ${unknownNames.join(', ')}`);
  for (const knownCase of chosenNames.flatMap((name) => findByName(cases, name))) {
    const { mustFailures, shouldFailures, blockedCount, endReason, durationMs } =
      await prove(knownCase);
    const failedIds = [...mustFailures, ...shouldFailures.map((id) => `${id} (should)`)];
    console.log(
      `${knownCase.name}: ${failedIds.length} failed, ${blockedCount} blocked, ${durationMs} ms ${endReason ?? ''}`,
    );
    for (const checkId of failedIds) console.log(`  ${checkId}`);
  }
  const chosenFaults = chosenNames.flatMap((name) => findByName(generatedFaults, name));
  if (chosenFaults.length === 0) return;
  await proveMany(
    chosenFaults,
    Math.min(processCount, chosenFaults.length),
    ({ name, outcome, detail }) =>
      console.log(`${name}: ${outcome}${detail ? ` (${detail})` : ''}`),
  );
}

if (chosenNames.length > 0) await proveNamed();
else {
  const isGood = isGeneratedOnly || (await proveHandWritten());
  const isGeneratedGood = await proveGenerated();
  process.exitCode = isGood && isGeneratedGood ? 0 : 1;
}
