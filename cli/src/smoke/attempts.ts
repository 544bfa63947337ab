/** Attempts of a smoke run: what may be an accident of the line counts only when another applicant meets it, too. */
import type { JourneyContext } from '../applicant/context.ts';
import { type ExitCode, exitCodes } from '../core/exit.ts';
import { sleepUntilInterrupted } from '../core/interruption.ts';
import { medianSubject, type SlownessReason } from './report.ts';
import { makeSmokeVerdict, type Observation, type SmokeRun, type SmokeVerdict } from './run.ts';

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
  /** In their order. */
  attempts: readonly Attempt[];
  /** The attempt that the verdict is about: the last one, or an earlier one that came to the end. */
  decisive: Attempt;
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
 * Walks applicants until what went wrong has repeated, or another applicant got past all of it. Where neither happens,
 * the last attempt counts after twice as many repeats.
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
  for (;;) {
    const last = await walkApplicant();
    attempts.push(last);
    const observations = mergeObservations(attempts);
    const slownessReasons = findSlownessReasons(observations);
    const verdict = makeSmokeVerdict(last.smokeRun, listTexts(slownessReasons));
    const isLastAttempt = attempts.length > 2 * repeats;
    // After an accident the last attempt may be the second one in which an operation was measured.
    const neededRepeats = isLastAttempt ? repeats : countNeededRepeats(slownessReasons, repeats);
    const certainReasons = slownessReasons.filter(
      ({ subject }) => countMeasurements(subject, attempts) > neededRepeats,
    );
    const slowReasons = listTexts(certainReasons);
    const endWith = (endVerdict: SmokeVerdict, decisive = last): SmokeAttempts => ({
      attempts,
      decisive,
      observations,
      slowReasons,
      unrepeatedProblems: [
        ...findUnrepeatedProblems(attempts, decisive, observations, maxMs),
        ...listTexts(slownessReasons.filter((reason) => !certainReasons.includes(reason))),
      ],
      verdict: endVerdict,
    });
    if (![...accidentalExitCodes, exitCodes.done].includes(verdict.exitCode))
      return endWith(verdict);
    const openFailures = attempts.filter((attempt) => !isRefuted(attempt, attempts));
    const complete = attempts.find(({ smokeRun }) => findAccident(smokeRun) === undefined);
    if (complete && openFailures.length === 0 && slownessReasons.length === 0)
      return endWith(makeSmokeVerdict(complete.smokeRun, []), complete);
    const timesFailed = openFailures.filter(
      ({ smokeRun }) => findAccident(smokeRun)?.place === findAccident(last.smokeRun)?.place,
    ).length;
    const isFailureForSure = findAccident(last.smokeRun) !== undefined && timesFailed > repeats;
    if (isFailureForSure || isLastAttempt)
      return endWith(makeSmokeVerdict(last.smokeRun, slowReasons));
    if (slowReasons.length > 0)
      return endWith(makeSmokeVerdict((complete ?? last).smokeRun, slowReasons), complete);
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

const listTexts = (reasons: readonly SlownessReason[]) =>
  reasons.map(({ reasonText }) => reasonText);

/** @returns in how many attempts something was measured; every attempt has a median */
function countMeasurements(subject: string, attempts: readonly Attempt[]): number {
  if (subject === medianSubject) return attempts.length;
  return attempts.filter(({ smokeRun }) => smokeRun.observations.has(subject)).length;
}

/** Of the many operations that are called once, the same one is slow twice by chance in one night of a hundred. */
function countNeededRepeats(reasons: readonly SlownessReason[], repeats: number): number {
  const isSlowAlone = reasons.length === 1 && reasons[0]?.subject !== medianSubject;
  return isSlowAlone && repeats > 0 ? repeats + 1 : repeats;
}

function mergeObservations(attempts: readonly Attempt[]): Map<string, Observation> {
  const fastestByOperation = new Map<string, Observation>();
  for (const [operation, observation] of attempts.flatMap(({ smokeRun }) => [
    ...smokeRun.observations,
  ])) {
    const { ms: earlierMs = Number.POSITIVE_INFINITY } = fastestByOperation.get(operation) ?? {};
    const ms = Math.min(earlierMs, observation.ms);
    fastestByOperation.set(operation, { ...observation, ms });
  }
  return fastestByOperation;
}

interface Accident {
  checkId: string;
  /** The operation that failed, or else the check: by it the accident is recognized in another attempt. */
  place: string;
}

/** @returns what ended an attempt and may be an accident; `undefined` where nothing did */
function findAccident({ failuresById }: SmokeRun): Accident | undefined {
  const [checkId, failure] =
    [...failuresById].find(
      ([, { exitCode, notConfigured }]) => accidentalExitCodes.includes(exitCode) && !notConfigured,
    ) ?? [];
  return checkId && failure ? { checkId, place: failure.operation ?? checkId } : undefined;
}

/** @returns whether an attempt met no accident, or another attempt got past the place where it did */
function isRefuted({ smokeRun }: Attempt, attempts: readonly Attempt[]): boolean {
  const accident = findAccident(smokeRun);
  if (!accident) return true;
  return attempts.some(
    ({ smokeRun: { checkRun } }) =>
      checkRun !== smokeRun.checkRun &&
      checkRun.results.some(
        ({ check, outcome }) => check.id === accident.checkId && outcome === 'passed',
      ),
  );
}

/** @returns what attempts met that the verdict does not count, and answers that were slow in one attempt only */
function findUnrepeatedProblems(
  attempts: readonly Attempt[],
  decisive: Attempt,
  observations: ReadonlyMap<string, Observation>,
  maxMs: number,
): string[] {
  // By their texts they cannot be compared, because each applicant has an address of her own.
  const countedPlace = findAccident(decisive.smokeRun)?.place;
  const accidentTexts = attempts
    .filter(({ smokeRun }) => {
      const accident = findAccident(smokeRun);
      return accident !== undefined && accident.place !== countedPlace;
    })
    .map(({ smokeRun }) => makeSmokeVerdict(smokeRun, []).text);
  const slowOnceTexts = attempts.flatMap(({ smokeRun }) =>
    [...smokeRun.observations].flatMap(([operation, { ms }]) => {
      const fastestMs = observations.get(operation)?.ms ?? ms;
      if (ms <= maxMs || fastestMs > maxMs) return [];
      return [`${operation} took ${ms} ms, and ${fastestMs} ms in another attempt`];
    }),
  );
  return [...accidentTexts, ...slowOnceTexts];
}
