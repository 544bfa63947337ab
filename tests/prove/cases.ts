/** Backends that are broken in one way, or correct in another, and what the checks find on each. */
import { faultList, harmlessList } from '@one-planet/mocks';
import { catalogue } from '../../cli/src/checks/catalogue.ts';
import { checkMock, type Difference } from './mock-server.ts';
import { proxies } from './proxies.ts';

export interface Case extends Difference {
  name: string;
  kind: 'fault' | 'healthy';
  /** Says in words how the backend differs. */
  sentence: string;
  /** Of a fault. */
  class?: string;
}

/** Short enough for a run to be late. */
const shortExamMinutes = 0.01;

/** Two minutes are two seconds there: a run is longer, and a check can wait for the end. */
const shortSessions = {
  harmless: ['sessions-of-two-minutes'],
  clockSpeed: 60,
  sessionMinutes: 2 / 60,
};

const faultCases: Case[] = faultList.map(({ name, sentence, class: faultClass }) => ({
  name,
  kind: 'fault',
  class: faultClass,
  sentence,
  faults: [name],
  ...(name === 'exam-late-accepted' ? { examMinutes: shortExamMinutes } : {}),
  ...(name === 'hangs' ? { timeoutMs: 3000 } : {}),
  ...(name === 'sessions-endless' ? shortSessions : {}),
}));

const healthyCase = (name: string, sentence: string, difference: Difference = {}): Case => ({
  name,
  kind: 'healthy',
  sentence,
  ...difference,
});

/** Dialects of our own and some that are made of both (decisions, section 1). */
const dialectCases: Case[] = [
  healthyCase('canonical', 'The dialect canonical.'),
  healthyCase('alternate', 'The dialect alternate.', { dialect: 'alternate' }),
  healthyCase('mixture-fields', 'The field names of alternate at the paths of canonical.', {
    dialect: 'mixtures/fields.json',
  }),
  healthyCase(
    'mixture-paths',
    'The paths of alternate with the field names of canonical, and activation with the password.',
    { dialect: 'mixtures/paths.json' },
  ),
  healthyCase(
    'mixture-values',
    'The values of alternate, and a registration with the third reading of its fields.',
    { dialect: 'mixtures/values.json' },
  ),
  healthyCase('another-seed', 'Other data: names, codes, questions.', { seed: 7 }),
];

const variationCases = harmlessList.map(({ name, sentence }) => {
  const sessionOptions = name === 'sessions-of-two-minutes' ? shortSessions : {};
  return healthyCase(name, sentence, { harmless: [name], ...sessionOptions });
});

const proxyCases = proxies.map(({ name, sentence }) =>
  healthyCase(name, sentence, { proxy: name }),
);

/** How often a failed exam may be taken again. */
const retakeCases = [0, 1, 3].map((retakes) => {
  const timesText = ['not even once', 'once', '', '3 times'][retakes];
  return healthyCase(`retakes-${retakes}`, `A failed exam can be taken again ${timesText}.`, {
    retakes,
  });
});

export const cases: readonly Case[] = [
  ...faultCases,
  ...dialectCases,
  ...variationCases,
  ...retakeCases,
  ...proxyCases,
];

/** Which checks failed on one backend, and how many they blocked. */
export interface Proof {
  name: string;
  /** Ids of the checks that failed, or wait for one that failed in the same words, by level. */
  mustFailures: string[];
  shouldFailures: string[];
  blockedCount: number;
  /** Why the run ended early. */
  endReason?: string;
  /** In milliseconds. */
  durationMs: number;
}

export async function prove({ name, ...difference }: Case): Promise<Proof> {
  const startTime = performance.now();
  const { results, ended } = await checkMock(difference);
  const failedIds = (level: string) =>
    results
      .filter(
        ({ outcome, isRefusal }) => outcome === 'failed' || (outcome === 'blocked' && isRefusal),
      )
      .filter(({ check }) => check.level === level)
      .map(({ check }) => check.id);
  return {
    name,
    mustFailures: failedIds('must'),
    shouldFailures: failedIds('should'),
    blockedCount: results.filter(({ outcome }) => outcome === 'blocked').length,
    ...(ended ? { endReason: ended.reason } : {}),
    durationMs: Math.round(performance.now() - startTime),
  };
}

interface ProvenCase extends Case {
  proof: Proof;
}

export interface Verdict {
  faults: ProvenCase[];
  healthy: ProvenCase[];
  missedFaults: ProvenCase[];
  /** Faults that only checks of level `should` catch. */
  shouldOnlyFaults: ProvenCase[];
  falseAlarms: ProvenCase[];
  /** Checks (of level must or should) that no fault trips. */
  untrippedChecks: string[];
  summary: string[];
  isGood: boolean;
}

export function verdictOf(cases: readonly Case[], proofs: readonly Proof[]): Verdict {
  const proofsByName = new Map(proofs.map((proof) => [proof.name, proof]));
  const provenCases = cases.flatMap((provenCase): ProvenCase[] => {
    const proof = proofsByName.get(provenCase.name);
    return proof ? [{ ...provenCase, proof }] : [];
  });
  const faults = provenCases.filter(({ kind }) => kind === 'fault');
  const healthy = provenCases.filter(({ kind }) => kind === 'healthy');
  const missedFaults = faults.filter(
    ({ proof }) => proof.mustFailures.length + proof.shouldFailures.length === 0,
  );
  const shouldOnlyFaults = faults.filter(
    ({ proof }) => proof.mustFailures.length === 0 && proof.shouldFailures.length > 0,
  );
  const falseAlarms = healthy.filter(
    ({ proof }) => proof.mustFailures.length + proof.shouldFailures.length + proof.blockedCount > 0,
  );
  const trippedIds = new Set(
    faults.flatMap(({ proof }) => [...proof.mustFailures, ...proof.shouldFailures]),
  );
  const untrippedChecks = catalogue
    .filter(({ id, level }) => level !== 'info' && !trippedIds.has(id))
    .map(({ id }) => id);
  const caughtCount = faults.length - missedFaults.length;
  return {
    faults,
    healthy,
    missedFaults,
    shouldOnlyFaults,
    falseAlarms,
    untrippedChecks,
    summary: [
      `${caughtCount} of ${faults.length} faults caught${nameList(missedFaults)}`,
      `${falseAlarms.length} false alarms on ${healthy.length} healthy backends${nameList(falseAlarms)}`,
      `${untrippedChecks.length} checks that no fault trips${untrippedChecks.length > 0 ? `: ${untrippedChecks.join(', ')}` : ''}`,
    ],
    isGood: missedFaults.length + falseAlarms.length + untrippedChecks.length === 0,
  };
}

function nameList(provenCases: readonly ProvenCase[]): string {
  return provenCases.length > 0 ? `: ${provenCases.map(({ name }) => name).join(', ')}` : '';
}

/** The figures of docs/detection.md. */
export function figuresMarkdown({
  faults,
  healthy,
  missedFaults,
  shouldOnlyFaults,
  falseAlarms,
  untrippedChecks,
}: Verdict): string {
  return `| | |
|---|---|
| Checks | ${catalogue.length} |
| Faults | ${faults.length} |
| Faults caught | ${faults.length - missedFaults.length} (${shouldOnlyFaults.length} of them by a "should" alone: seen in every run, failing with \`--strict\`) |
| Healthy backends | ${healthy.length} |
| False alarms | ${falseAlarms.length} |
| Checks no fault trips | ${untrippedChecks.length} |`;
}

/** A Markdown table of all backends, with the checks that failed on each. */
export function casesMarkdown({ faults, healthy }: Verdict): string {
  const lines = [...healthy, ...faults].map(
    ({ name, class: backendClass = 'healthy', sentence, proof }) => {
      const ids = [...proof.mustFailures, ...proof.shouldFailures.map((id) => `${id} (should)`)];
      return `| ${[name, backendClass, sentence, ids.join(', ') || 'none', proof.blockedCount].join(' | ')} |`;
    },
  );
  const tableHead =
    '| Backend | Class | What is different | Failed | Blocked |\n|---|---|---|---|---|';
  return `${tableHead}\n${lines.join('\n')}\n`;
}
