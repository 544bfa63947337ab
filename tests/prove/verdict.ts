/** What all proofs together say. */
import { catalogue } from '../../cli/src/checks/catalogue/index.ts';
import type { Case } from './cases.ts';
import type { Proof } from './proof.ts';

export interface Proven extends Case {
  proof: Proof;
}

export interface Verdict {
  faults: Proven[];
  healthy: Proven[];
  missed: Proven[];
  /** Faults that only checks of level `should` catch. */
  should: Proven[];
  alarms: Proven[];
  /** Checks (of level must or should) that no fault trips. */
  untripped: string[];
  summary: string[];
  isGood: boolean;
}

export function verdictOf(cases: readonly Case[], proofs: readonly Proof[]): Verdict {
  const byName = new Map(proofs.map((proof) => [proof.name, proof]));
  const proven = cases.flatMap((one): Proven[] => {
    const proof = byName.get(one.name);
    return proof ? [{ ...one, proof }] : [];
  });
  const faults = proven.filter(({ kind }) => kind === 'fault');
  const healthy = proven.filter(({ kind }) => kind === 'healthy');
  const missed = faults.filter(({ proof }) => proof.must.length + proof.should.length === 0);
  const should = faults.filter(({ proof }) => proof.must.length === 0 && proof.should.length > 0);
  const alarms = healthy.filter(
    ({ proof }) => proof.must.length + proof.should.length + proof.blocked > 0,
  );
  const tripped = new Set(faults.flatMap(({ proof }) => [...proof.must, ...proof.should]));
  const untripped = catalogue
    .filter(({ id, level }) => level !== 'info' && !tripped.has(id))
    .map(({ id }) => id);
  const caught = faults.length - missed.length;
  return {
    faults,
    healthy,
    missed,
    should,
    alarms,
    untripped,
    summary: [
      `${caught} of ${faults.length} faults caught${told(missed)}`,
      `${alarms.length} false alarms on ${healthy.length} healthy backends${told(alarms)}`,
      `${untripped.length} checks that no fault trips${untripped.length > 0 ? `: ${untripped.join(', ')}` : ''}`,
    ],
    isGood: missed.length + alarms.length + untripped.length === 0,
  };
}

function told(proven: readonly Proven[]): string {
  return proven.length > 0 ? `: ${proven.map(({ name }) => name).join(', ')}` : '';
}
