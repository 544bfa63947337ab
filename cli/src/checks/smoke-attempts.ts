/** Attempts of a smoke run: what may be an accident of the line counts only when another applicant meets it, too. */
import type { JourneyContext } from '../applicant/context.ts';
import { type ExitCode, exitCodes } from '../core/exit.ts';
import { sleepUntilInterrupted } from '../core/interruption.ts';
import { makeSmokeVerdict, type Observation, type SmokeRun, type SmokeVerdict } from './smoke.ts';
import type { SlownessReason } from './smoke-report.ts';

/** The verdicts that a single lost or late answer can cause. */
const accidentalExitCodes: readonly ExitCode[] = [
  exitCodes.notReached,
  exitCodes.noMail,
  exitCodes.tooSlow,
];

interface Attempt {
  context: JourneyContext;
  smokeRun: SmokeRun;
}

export interface SmokeAttempts {
  /** In their order; the verdict is about the last one. */
  attempts: readonly Attempt[];
  last: Attempt;
  /** The fastest answer of each operation in all attempts. */
  observations: ReadonlyMap<string, Observation>;
  slowReasons: readonly string[];
  unrepeatedProblems: readonly string[];
  verdict: SmokeVerdict;
}

interface AttemptOptions {
  walkApplicant: () => Promise<Attempt>;
  /** How often a problem has to repeat; with 0 the first attempt counts. */
  repeats: number;
  pauseMs: number;
  onPause: (verdict: SmokeVerdict) => void;
  /** The limit for an operation's answer. */
  maxMs: number;
  findSlownessReasons: (observations: ReadonlyMap<string, Observation>) => SlownessReason[];
}

/**
 * Walks applicants until one of them reaches her end, or until the same problem has repeated. A problem is the same where
 * the verdict and the operation are, or the step where no operation failed. Where every attempt meets another problem, the last one counts
 * after twice as many repeats, and an operation that is slow alone has to repeat once more.
 */
export async function runSmokeAttempts({
  walkApplicant,
  repeats,
  pauseMs,
  onPause,
  maxMs,
  findSlownessReasons,
}: AttemptOptions): Promise<SmokeAttempts> {
  const attempts: Attempt[] = [];
  const earlierVerdicts: SmokeVerdict[] = [];
  const problemCounts = new Map<string, number>();
  for (;;) {
    const last = await walkApplicant();
    attempts.push(last);
    const observations = mergeObservations(attempts);
    const slownessReasons = findSlownessReasons(observations);
    const slowReasons = slownessReasons.map(({ reasonText }) => reasonText);
    const verdict = makeSmokeVerdict(last.smokeRun, slowReasons);
    const endWith = (endVerdict: SmokeVerdict): SmokeAttempts => ({
      attempts,
      last,
      observations,
      slowReasons,
      unrepeatedProblems: findUnrepeatedProblems(attempts, {
        earlierVerdicts,
        verdict: endVerdict,
        observations,
        maxMs,
      }),
      verdict: endVerdict,
    });
    if (!accidentalExitCodes.includes(verdict.exitCode)) return endWith(verdict);
    const problems = listProblems(last.smokeRun, verdict, slownessReasons);
    for (const problem of problems)
      problemCounts.set(problem, (problemCounts.get(problem) ?? 0) + 1);
    // Of the many operations that are called once, the same one is slow twice by chance in one night of a hundred.
    const isLoneSlowness = verdict.exitCode === exitCodes.tooSlow && problems.length === 1;
    const neededRepeats = isLoneSlowness && repeats > 0 ? repeats + 1 : repeats;
    const hasRepeated = problems.some(
      (problem) => (problemCounts.get(problem) ?? 0) > neededRepeats,
    );
    if (hasRepeated || attempts.length > 2 * repeats) return endWith(verdict);
    earlierVerdicts.push(verdict);
    onPause(verdict);
    try {
      await sleepUntilInterrupted(pauseMs, last.context.signal);
    } catch {
      return endWith({
        exitCode: exitCodes.interrupted,
        tone: 'unsure',
        text: `INTERRUPTED: before it was tried again; so far ${verdict.text}`,
      });
    }
  }
}

function mergeObservations(attempts: readonly Attempt[]): Map<string, Observation> {
  const fastestByOperation = new Map<string, Observation>();
  for (const [operation, observation] of attempts.flatMap(({ smokeRun }) => [
    ...smokeRun.observations,
  ])) {
    const earlierMs = fastestByOperation.get(operation)?.ms ?? Number.POSITIVE_INFINITY;
    fastestByOperation.set(operation, {
      ...observation,
      ms: Math.min(earlierMs, observation.ms),
    });
  }
  return fastestByOperation;
}

/** Names what went wrong, so that it can be recognized in another attempt. */
function listProblems(
  { failuresById }: SmokeRun,
  { exitCode }: SmokeVerdict,
  slownessReasons: readonly SlownessReason[],
): string[] {
  if (exitCode === exitCodes.tooSlow)
    return slownessReasons.map(({ subject }) => `slow ${subject}`);
  const [checkId, failure] =
    [...failuresById].find(
      ([, candidate]) => candidate.exitCode === exitCode && !candidate.notConfigured,
    ) ?? [];
  return [`${exitCode} ${failure?.operation ?? checkId}`];
}

/** @returns the verdicts of earlier attempts, and answers that were slow in one attempt only */
function findUnrepeatedProblems(
  attempts: readonly Attempt[],
  {
    earlierVerdicts,
    verdict,
    observations,
    maxMs,
  }: {
    earlierVerdicts: readonly SmokeVerdict[];
    verdict: SmokeVerdict;
    observations: ReadonlyMap<string, Observation>;
    maxMs: number;
  },
): string[] {
  const otherVerdictTexts = earlierVerdicts
    .filter(({ exitCode }) => exitCode !== exitCodes.tooSlow && exitCode !== verdict.exitCode)
    .map(({ text }) => text);
  const slowOnceTexts = attempts.flatMap(({ smokeRun }) =>
    [...smokeRun.observations].flatMap(([operation, { ms }]) => {
      const fastestMs = observations.get(operation)?.ms ?? ms;
      if (ms <= maxMs || fastestMs > maxMs) return [];
      return [`${operation} took ${ms} ms, and ${fastestMs} ms in another attempt`];
    }),
  );
  return [...otherVerdictTexts, ...slowOnceTexts];
}
