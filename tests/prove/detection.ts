/** detection.json: what the fast proof in `npm test` repeats. */
import type { Sample } from './proof.ts';
import type { Proven, Verdict } from './verdict.ts';

export interface Detection {
  /** By fault: the first checks that catch it. */
  faults: Record<string, string[]>;
  /** By check: a fault that trips it, the one that trips fewest others, and what was told. */
  checks: Record<string, Sample & { fault: string }>;
}

const mostIds = 2;

export function detectionOf({ faults }: Verdict): Detection {
  const failed = ({ proof }: Proven) => [...proof.must, ...proof.should];
  const narrowFirst = [...faults].sort((a, b) => failed(a).length - failed(b).length);
  const checks: Detection['checks'] = {};
  for (const { name, proof } of narrowFirst) {
    for (const [id, sample] of Object.entries(proof.samples))
      checks[id] ??= { fault: name, ...sample };
  }
  return {
    faults: Object.fromEntries(faults.map((one) => [one.name, failed(one).slice(0, mostIds)])),
    checks: Object.fromEntries(Object.entries(checks).sort(([a], [b]) => a.localeCompare(b))),
  };
}
