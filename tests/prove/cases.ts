/** Backends that are broken in one way, or correct in another, and what the checks find on each. */
import { faultList, harmlessList } from '@one-planet/mocks';
import { catalogue } from '../../cli/src/checks/catalogue.ts';
import { checkServer, type Difference } from './mock-server.ts';
import { fronts } from './proxies.ts';

export interface Case extends Difference {
  name: string;
  kind: 'fault' | 'healthy';
  /** Says in words how the backend differs. */
  sentence: string;
  /** Of a fault. */
  class?: string;
}

/** Short enough for a run to be late. */
const shortExam = 0.01;

/** Two minutes are two seconds there: a run is longer, and a check can wait for the end. */
const shortSessions = {
  harmless: ['sessions-of-two-minutes'],
  clockSpeed: 60,
  sessionMinutes: 2 / 60,
};

const faults: Case[] = faultList.map(({ name, sentence, class: kind }) => ({
  name,
  kind: 'fault',
  class: kind,
  sentence,
  faults: [name],
  ...(name === 'exam-late-accepted' ? { examMinutes: shortExam } : {}),
  ...(name === 'hangs' ? { timeoutMs: 3000 } : {}),
  ...(name === 'sessions-endless' ? shortSessions : {}),
}));

const healthy = (name: string, sentence: string, difference: Difference = {}): Case => ({
  name,
  kind: 'healthy',
  sentence,
  ...difference,
});

/** Dialects of our own and some that are made of both (decisions, section 1). */
const dialects: Case[] = [
  healthy('canonical', 'The dialect canonical.'),
  healthy('alternate', 'The dialect alternate.', { dialect: 'alternate' }),
  healthy('mixture-fields', 'The field names of alternate at the paths of canonical.', {
    dialect: 'mixtures/fields.json',
  }),
  healthy(
    'mixture-paths',
    'The paths of alternate with the field names of canonical, and activation with the password.',
    { dialect: 'mixtures/paths.json' },
  ),
  healthy(
    'mixture-values',
    'The values of alternate, and a registration with the third reading of its fields.',
    { dialect: 'mixtures/values.json' },
  ),
  healthy('another-seed', 'Other data: names, codes, questions.', { seed: 7 }),
];

const variations = harmlessList.map(({ name, sentence }) => {
  const short = name === 'sessions-of-two-minutes' ? shortSessions : {};
  return healthy(name, sentence, { harmless: [name], ...short });
});

const proxied = fronts.map(({ name, sentence }) => healthy(name, sentence, { front: name }));

/** How often a failed exam may be taken again. */
const attempts = [0, 1, 3].map((retakes) => {
  const times = ['not even once', 'once', '', '3 times'][retakes];
  return healthy(`retakes-${retakes}`, `A failed exam can be taken again ${times}.`, { retakes });
});

export const cases: readonly Case[] = [
  ...faults,
  ...dialects,
  ...variations,
  ...attempts,
  ...proxied,
];

/** Which checks failed on one backend, and how many they blocked. */
export interface Proof {
  name: string;
  /** Ids of the checks that failed, or wait for one that failed in the same words, by level. */
  must: string[];
  should: string[];
  blocked: number;
  /** Why the run ended early. */
  ended?: string;
  /** In milliseconds. */
  ms: number;
}

export async function prove({ name, ...difference }: Case): Promise<Proof> {
  const started = performance.now();
  const { results, ended } = await checkServer(difference);
  const failed = (level: string) =>
    results
      .filter(
        ({ outcome, isRefusal }) => outcome === 'failed' || (outcome === 'blocked' && isRefusal),
      )
      .filter(({ check }) => check.level === level)
      .map(({ check }) => check.id);
  return {
    name,
    must: failed('must'),
    should: failed('should'),
    blocked: results.filter(({ outcome }) => outcome === 'blocked').length,
    ...(ended ? { ended: ended.reason } : {}),
    ms: Math.round(performance.now() - started),
  };
}

interface Proven extends Case {
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
      `${caught} of ${faults.length} faults caught${named(missed)}`,
      `${alarms.length} false alarms on ${healthy.length} healthy backends${named(alarms)}`,
      `${untripped.length} checks that no fault trips${untripped.length > 0 ? `: ${untripped.join(', ')}` : ''}`,
    ],
    isGood: missed.length + alarms.length + untripped.length === 0,
  };
}

function named(proven: readonly Proven[]): string {
  return proven.length > 0 ? `: ${proven.map(({ name }) => name).join(', ')}` : '';
}

/** The figures of docs/detection.md. */
export function figuresOf({ faults, healthy, missed, should, alarms, untripped }: Verdict): string {
  return `| | |
|---|---|
| Checks | ${catalogue.length} |
| Faults | ${faults.length} |
| Faults caught | ${faults.length - missed.length} (${should.length} of them by a "should" alone: seen in every run, failing with \`--strict\`) |
| Healthy backends | ${healthy.length} |
| False alarms | ${alarms.length} |
| Checks no fault trips | ${untripped.length} |`;
}

/** A Markdown table of all backends, with the checks that failed on each. */
export function tableOf({ faults, healthy }: Verdict): string {
  const lines = [...healthy, ...faults].map(
    ({ name, class: kind = 'healthy', sentence, proof }) => {
      const ids = [...proof.must, ...proof.should.map((id) => `${id} (should)`)];
      return `| ${[name, kind, sentence, ids.join(', ') || 'none', proof.blocked].join(' | ')} |`;
    },
  );
  const head = '| Backend | Class | What is different | Failed | Blocked |\n|---|---|---|---|---|';
  return `${head}\n${lines.join('\n')}\n`;
}
