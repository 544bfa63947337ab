/**
 * The backends of `npm run prove`, broken in one way or correct in an unusual one, and what the checks find on each.
 */
import { catalogue } from '../../cli/src/backend-checks/catalogue.ts';
import { faults, variations } from './faults/all-faults.ts';
import { checkMock, type Difference, listFindings } from './mock-server.ts';
import { proxies } from './proxies.ts';

/** A backend to be proved, by its difference from the plain mock. */
export interface Case extends Difference {
  name: string;
  kind: 'fault' | 'healthy';
  /** How the backend differs, as a sentence. */
  sentence: string;
}

/** So short an exam (0.6 seconds) that a check can submit it too late. */
const shortExamMinutes = 0.01;

/** With a clock 60 times as fast, sessions of two minutes last two seconds: a check can wait for the end of one. */
const shortSessions = {
  clockSpeed: 60,
  sessionMinutes: 2 / 60,
};

const faultCases: Case[] = faults.map(({ name, sentence }) => ({
  name,
  kind: 'fault',
  sentence,
  faults: [name],
  ...(name === 'exam-late-accepted' ? { examMinutes: shortExamMinutes } : {}),
  ...(name === 'hangs' ? { timeoutMs: 1000 } : {}),
  ...(name === 'sessions-endless'
    ? { ...shortSessions, faults: [name, 'sessions-of-two-minutes'] }
    : {}),
}));

const makeHealthyCase = (name: string, sentence: string, difference: Difference = {}): Case => ({
  name,
  kind: 'healthy',
  sentence,
  ...difference,
});

/** The two dialects, and mixtures of both (specification/decisions §1). */
const dialectCases: Case[] = [
  makeHealthyCase('canonical', 'The dialect canonical.'),
  makeHealthyCase('alternate', 'The dialect alternate.', { dialect: 'alternate' }),
  makeHealthyCase('mixture-fields', 'The field names of alternate at the paths of canonical.', {
    dialect: 'mixtures/fields.json',
  }),
  makeHealthyCase(
    'mixture-paths',
    'The paths of alternate with the field names of canonical, and activation with the password.',
    { dialect: 'mixtures/paths.json' },
  ),
  makeHealthyCase(
    'mixture-values',
    'The values of alternate, and a registration with the third reading of its fields.',
    { dialect: 'mixtures/values.json' },
  ),
  makeHealthyCase('another-seed', 'Other data: names, codes, questions.', { seed: 7 }),
];

const variationCases = variations.map(({ name, sentence }) => {
  const sessionOptions = name === 'sessions-of-two-minutes' ? shortSessions : {};
  return makeHealthyCase(name, sentence, { faults: [name], ...sessionOptions });
});

const proxyCases = proxies.map(({ name, sentence }) =>
  makeHealthyCase(name, sentence, { proxy: name }),
);

/** Backends that limit how often a failed exam can be taken again. */
const retakeCases = [0, 1, 3].map((retakeCount) => {
  const timesText = ['not even once', 'once', '', '3 times'][retakeCount];
  return makeHealthyCase(
    `retakes-${retakeCount}`,
    `A failed exam can be taken again ${timesText}.`,
    {
      retakes: retakeCount,
    },
  );
});

const healthyCases = [...dialectCases, ...variationCases, ...retakeCases, ...proxyCases];

/** What is right must not be blamed on a busy machine, either. */
const casesUnderLoad = healthyCases.map(({ name, sentence, ...difference }) =>
  makeHealthyCase(`${name}-under-load`, sentence, { ...difference, isUnderLoad: true }),
);

/** All backends of the proof. */
export const cases: readonly Case[] = [...faultCases, ...healthyCases, ...casesUnderLoad];

/** The result of all checks on one backend. */
export interface Proof {
  name: string;
  /** Ids of the checks of this level that failed, or were blocked because the backend refused their calls. */
  mustFailures: string[];
  shouldFailures: string[];
  blockedCount: number;
  skippedCount: number;
  /** On a correct backend: each finding with the response that led to it, because it may not come again. */
  alarmTexts: string[];
  /** Why the run ended early, if it did. */
  endReason?: string;
  durationMs: number;
}

/** A correct backend on which more checks are skipped could hide a fault. The dialect that needs no token skips 48. */
const maxSkippedCount = 60;

/** Runs all checks on the backend of a case. */
export async function prove({ name, kind, ...difference }: Case): Promise<Proof> {
  const startTime = performance.now();
  const checkRun = await checkMock(difference);
  const { results, earlyEnding } = checkRun;
  const idsFailedAtLevel = (level: string) =>
    results
      .filter(
        ({ outcome, isRefusal }) => outcome === 'failed' || (outcome === 'blocked' && isRefusal),
      )
      .filter(({ check }) => check.level === level)
      .map(({ check }) => check.id);
  return {
    name,
    mustFailures: idsFailedAtLevel('must'),
    shouldFailures: idsFailedAtLevel('should'),
    blockedCount: results.filter(({ outcome }) => outcome === 'blocked').length,
    skippedCount: results.filter(({ outcome }) => outcome === 'skipped').length,
    alarmTexts: kind === 'healthy' ? listFindings(checkRun) : [],
    ...(earlyEnding ? { endReason: earlyEnding.reason } : {}),
    durationMs: Math.round(performance.now() - startTime),
  };
}

interface ProvenCase extends Case {
  proof: Proof;
}

/**
 * What the proofs of all cases say together; `isGood` if no fault is missed, no check alarms falsely or is untripped.
 */
export interface Verdict {
  faults: ProvenCase[];
  healthyCases: ProvenCase[];
  missedFaults: ProvenCase[];
  /** Faults that only checks of level `should` catch. */
  shouldOnlyFaults: ProvenCase[];
  falseAlarms: ProvenCase[];
  /** Ids of the checks of level must or should that no fault trips. */
  untrippedCheckIds: string[];
  /** Lines to print. */
  summaryLines: string[];
  isGood: boolean;
}

/** Judges the cases by their proofs. */
export function verdictOf(cases: readonly Case[], proofs: readonly Proof[]): Verdict {
  const proofsByName = new Map(proofs.map((proof) => [proof.name, proof]));
  const casesWithProof = cases.flatMap((testedCase): ProvenCase[] => {
    const proof = proofsByName.get(testedCase.name);
    return proof ? [{ ...testedCase, proof }] : [];
  });
  const faults = casesWithProof.filter(({ kind }) => kind === 'fault');
  const healthyCases = casesWithProof.filter(({ kind }) => kind === 'healthy');
  const missedFaults = faults.filter(
    ({ proof }) => proof.mustFailures.length + proof.shouldFailures.length === 0,
  );
  const shouldOnlyFaults = faults.filter(
    ({ proof }) => proof.mustFailures.length === 0 && proof.shouldFailures.length > 0,
  );
  const falseAlarms = healthyCases.filter(
    ({ proof }) =>
      proof.mustFailures.length + proof.shouldFailures.length + proof.blockedCount > 0 ||
      proof.skippedCount > maxSkippedCount,
  );
  const trippedIds = new Set(
    faults.flatMap(({ proof }) => [...proof.mustFailures, ...proof.shouldFailures]),
  );
  const untrippedCheckIds = catalogue
    .filter(({ id, level }) => level !== 'info' && !trippedIds.has(id))
    .map(({ id }) => id);
  const caughtCount = faults.length - missedFaults.length;
  return {
    faults,
    healthyCases,
    missedFaults,
    shouldOnlyFaults,
    falseAlarms,
    untrippedCheckIds,
    summaryLines: [
      `${caughtCount} of ${faults.length} faults caught${formatNames(missedFaults)}`,
      `${falseAlarms.length} false alarms on ${healthyCases.length} healthy backends${formatNames(falseAlarms)}`,
      ...falseAlarms.flatMap(({ name, proof }) => [
        `${name}: ${proof.skippedCount} checks skipped`,
        ...proof.alarmTexts,
      ]),
      `${untrippedCheckIds.length} checks that no fault trips${untrippedCheckIds.length > 0 ? `: ${untrippedCheckIds.join(', ')}` : ''}`,
    ],
    isGood: missedFaults.length + falseAlarms.length + untrippedCheckIds.length === 0,
  };
}

function formatNames(casesWithProof: readonly ProvenCase[]): string {
  return casesWithProof.length > 0 ? `: ${casesWithProof.map(({ name }) => name).join(', ')}` : '';
}

/** @returns the figures of docs/detection.md as a Markdown table */
export function makeFiguresMarkdown({
  faults,
  healthyCases,
  missedFaults,
  shouldOnlyFaults,
  falseAlarms,
  untrippedCheckIds,
}: Verdict): string {
  return `| | |
|---|---|
| Checks | ${catalogue.length} |
| Faults | ${faults.length} |
| Faults caught | ${faults.length - missedFaults.length} (${shouldOnlyFaults.length} of them by a "should" alone: seen in every run, failing with \`--strict\`) |
| Healthy backends | ${healthyCases.length} |
| False alarms | ${falseAlarms.length} |
| Checks no fault trips | ${untrippedCheckIds.length} |`;
}

/** @returns a Markdown table of all backends, with the checks that failed on each */
export function makeCasesMarkdown({ faults, healthyCases }: Verdict): string {
  const lines = [...healthyCases, ...faults].map(({ name, kind, sentence, proof }) => {
    const failedIdTexts = [
      ...proof.mustFailures,
      ...proof.shouldFailures.map((id) => `${id} (should)`),
    ];
    return `| ${[name, kind, sentence, failedIdTexts.join(', ') || 'none', proof.blockedCount].join(' | ')} |`;
  });
  const tableHead =
    '| Backend | Kind | What is different | Failed | Blocked |\n|---|---|---|---|---|';
  return `${tableHead}\n${lines.join('\n')}\n`;
}
