/** Proves many generated faults, in several processes. */
import { inParts } from '../parts.ts';
import type { Generated } from './generated.ts';
import type { Task } from './part.ts';
import { type GeneratedProof, traceHealthy } from './prove.ts';
import { reasonFor } from './reasons.ts';

/** A healthy run takes seconds, and a fault may make it wait for mail that does not come. */
const patienceMs = 240_000;

/** @param onProof told each result as it comes, and how many there are */
export async function proveMany(
  faults: readonly Generated[],
  processes: number,
  onProof: (proof: GeneratedProof, done: number) => void,
): Promise<GeneratedProof[]> {
  const trace = await traceHealthy();
  let done = 0;
  return inParts<Task, GeneratedProof>(
    faults.map(({ name }) => ({ name, trace })),
    {
      parts: processes,
      module: new URL('part.ts', import.meta.url),
      patienceMs,
      lost: ({ name }, why) => ({ name, outcome: 'crash', by: why }),
      onResult: (proof) => {
        done += 1;
        onProof(proof, done);
      },
    },
  );
}

/** `12 of 14 caught, 2 missed; 30 tolerated …`, and the names of what went wrong. */
export function summaryOf(proofs: readonly GeneratedProof[]): string[] {
  const count = (outcome: string) => proofs.filter((one) => one.outcome === outcome).length;
  const isExplained = ({ name, outcome }: GeneratedProof) =>
    outcome === 'missed' && reasonFor(name) !== undefined;
  const explained = proofs.filter(isExplained).length;
  const named = proofs.filter(
    (one) => ['missed', 'alarm', 'crash'].includes(one.outcome) && !isExplained(one),
  );
  const matter = count('caught') + count('missed') + count('crash') - explained;
  return [
    `${count('caught')} of ${matter} generated faults that matter caught; beside them ${count('tolerated')} tolerated, ${count('same')} without a difference, ${count('unknowable')} only the backend can know; ${explained} missed for a reason, ${count('alarm')} false alarms`,
    ...named.map(({ name, outcome, by }) => `  ${outcome} ${name}${by ? ` (${by})` : ''}`),
  ];
}
