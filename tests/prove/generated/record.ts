/** generated.json: what the last proof of each generated fault said. */
import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { generated } from './index.ts';
import type { GeneratedProof, Outcome } from './prove.ts';

/** By name: `outcome`, or `outcome: why`. Faults that no longer exist are left out. */
export type Record = ReadonlyMap<string, GeneratedProof>;

const file = new URL('../generated.json', import.meta.url);

export function readRecord(): Record {
  const lines = Object.entries(
    JSON.parse(readFileSync(file, 'utf8')) as { [name: string]: string },
  );
  return new Map(lines.map(([name, line]) => [name, fromLine(name, line)]));
}

/** Writes these over what is known of the same faults. */
export async function addToRecord(proofs: readonly GeneratedProof[]): Promise<Record> {
  const known = new Map(readRecord());
  for (const proof of proofs) known.set(proof.name, proof);
  const current = generated.flatMap(({ name }) => known.get(name) ?? []);
  const lines = current.map(({ name, outcome, by }) => [name, by ? `${outcome}: ${by}` : outcome]);
  await writeFile(file, `${JSON.stringify(Object.fromEntries(lines), null, 2)}\n`);
  return new Map(current.map((proof) => [proof.name, proof]));
}

function fromLine(name: string, line: string): GeneratedProof {
  const [outcome = '', ...rest] = line.split(': ');
  const by = rest.join(': ');
  return { name, outcome: outcome as Outcome, ...(by ? { by } : {}) };
}
