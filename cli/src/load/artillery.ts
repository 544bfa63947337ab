/**
 * A processor for Artillery (`@one-planet/admissions/artillery`): its virtual users take the journey of `admissions
 * journey`.
 */
import { type JourneyContext, type OpenJourneys, openJourneys } from '../applicant/context.ts';
import { runJourney } from '../applicant/journey.ts';
import { stepIds } from '../applicant/steps.ts';
import { loadSettings } from '../core/configuration.ts';
import { CliError, didYouMean, exitCodes } from '../core/exit.ts';
import { endOfJourney, findErrorKindOfAttempt } from './errors.ts';

interface ScenarioContext {
  /**
   * `target` is the target of the script, `until` one of its variables: the id of the last step; default: all steps.
   */
  vars: { target: string; until?: string };
}

interface Metrics {
  emit: (kind: 'histogram' | 'counter', name: string, value: number) => unknown;
}

/** By target. Artillery ends its workers itself, so a script need not close them. */
const journeysByTarget = new Map<string, Promise<OpenJourneys>>();

function openForTarget(target: string): Promise<OpenJourneys> {
  const journeys =
    journeysByTarget.get(target) ??
    loadSettings({ target }).then((settings) => openJourneys(settings));
  journeysByTarget.set(target, journeys);
  return journeys;
}

/**
 * Walks one applicant. The settings come from `admissions.config.json` in the working folder and from the environment.
 * Histograms, in milliseconds: `journey`, `answers` (of all operations), and one for each operation, e.g.
 * `exams.create`. Counters: `journeys.finished`, `journeys.failed`, `answers.failed`, and e.g. `exams.create.failed`.
 * No name is part of another, because the plugin `ensure` would confuse them.
 * @throws {Error} that names the operation or step where the journey ended, and why, e.g. `exams.create: refused 409`;
 * Artillery counts it
 */
export async function walkJourney({ vars }: ScenarioContext, metrics: Metrics): Promise<void> {
  const { target, until } = vars;
  if (until !== undefined && !stepIds.includes(until)) {
    throw new CliError(`there is no step "${until}"${didYouMean(until, stepIds)}`);
  }
  const journeyContext = (await openForTarget(target)).createContext();
  const onEnd = () => emitAttemptMetrics(journeyContext, metrics);
  const { steps, exitCode, ms } = await runJourney(journeyContext, { until, listener: { onEnd } });
  const isFinished = exitCode === exitCodes.done;
  metrics.emit('counter', 'journeys.finished', isFinished ? 1 : 0);
  metrics.emit('counter', 'journeys.failed', isFinished ? 0 : 1);
  if (isFinished) {
    metrics.emit('histogram', 'journey', ms);
    return;
  }
  const lastStep = steps.at(-1);
  const journeyEnd = lastStep && endOfJourney(lastStep);
  throw new Error(journeyEnd ? `${journeyEnd.where}: ${journeyEnd.kind}` : 'interrupted');
}

/**
 * Emits a counter that stays 0 too, because the plugin `ensure` fails the threshold of a metric that was never emitted.
 */
function emitAttemptMetrics({ exchanges }: JourneyContext, metrics: Metrics): void {
  for (const exchange of exchanges) {
    const { operation, durationMs, error } = exchange;
    const hasFailed = findErrorKindOfAttempt(exchange) !== undefined;
    // The attempt was aborted by Ctrl-C, so its duration means nothing.
    if (!hasFailed && error !== undefined) continue;
    for (const name of ['answers', operation]) {
      metrics.emit('counter', `${name}.failed`, hasFailed ? 1 : 0);
      if (!hasFailed) metrics.emit('histogram', name, durationMs);
    }
  }
}

/** Closes the connections of this process; for a test or a script that goes on without them. */
export async function closeJourneys(): Promise<void> {
  const closedJourneys = await Promise.all(journeysByTarget.values());
  journeysByTarget.clear();
  await Promise.all(closedJourneys.map(({ close }) => close()));
}
