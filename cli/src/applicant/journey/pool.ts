import { type ExitCode, exitCodes } from '../../process/exit.ts';
import type { JourneyContext } from './context.ts';
import type { OpenJourneys } from './open.ts';
import type { JourneyResult } from './result.ts';
import { runJourney } from './run.ts';

export interface Walked {
  journeys: { context: JourneyContext; result: JourneyResult }[];
  /** The worst end of them all. */
  exitCode: ExitCode;
  /** From the first start to the last end, in milliseconds. */
  ms: number;
}

/** What says most about a run comes first. */
export const worstFirst: readonly ExitCode[] = [
  exitCodes.interrupted,
  exitCodes.brokenContract,
  exitCodes.wrongUsage,
  exitCodes.notReached,
  exitCodes.noMail,
  exitCodes.waiting,
];

/**
 * Walks several applicants, a number of them at the same time.
 * @param onProgress called after each applicant how many are finished, and how many of these did not get to the end
 */
export async function runMany(
  open: OpenJourneys,
  { count, concurrency, until }: { count: number; concurrency: number; until?: string },
  onProgress: (done: number, failed: number) => void,
): Promise<Walked> {
  const started = performance.now();
  const journeys: Walked['journeys'] = [];
  let next = 0;
  let failed = 0;
  const worker = async () => {
    while (next < count && !open.signal.aborted) {
      next++;
      const context = open.context();
      const result = await runJourney(context, { until });
      if (result.exitCode !== exitCodes.done) failed++;
      journeys.push({ context, result });
      onProgress(journeys.length, failed);
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, count) }, worker));
  const ends = new Set(journeys.map(({ result }) => result.exitCode));
  // Interrupted between two applicants, none of them knows of it.
  if (journeys.length < count) ends.add(exitCodes.interrupted);
  const exitCode = worstFirst.find((code) => ends.has(code)) ?? exitCodes.done;
  return { journeys, exitCode, ms: performance.now() - started };
}
