/** The table of times, the same in every report. */
import { type LoadResult, type Memory, secondsOf } from './measured.ts';
import { applicantsOf, sampleOf, span } from './plan.ts';
import type { Timings } from './timings.ts';

/** One row: what came through, and how many did not. */
export interface Row {
  name: string;
  /** Its meaning, for readers who do not know the name. */
  about: string;
  times: Timings;
  failed: number;
}

export const percentiles = [50, 90, 95, 99] as const;

/** The journey as a whole. */
export function journeyRows({ plan, measured }: LoadResult): Row[] {
  const { response, service, failed, delay, beside } = measured.journeys;
  const isOpen = plan.model.kind === 'open';
  const about = isOpen ? 'from when it was due' : 'from its start';
  const ownStart = { name: '  from its start', about: 'without the delay', times: service };
  const late = { name: '  delay', about: 'how late journeys started', times: delay, failed: 0 };
  const words = 'mail, staff, provider and the client itself';
  return [
    { name: 'journey', about, times: response, failed: failed.count },
    ...(isOpen ? [{ ...ownStart, failed: failed.count }, late] : []),
    { name: '  outside the API', about: words, times: beside, failed: 0 },
  ];
}

/** All operations together, then each, in the order of the journey. */
export function operationRows({ measured }: LoadResult): Row[] {
  const { answered, failed } = measured.answers;
  return [
    { name: 'all operations', about: 'single attempts', times: answered, failed: failed.count },
    ...[...measured.operations].map(([name, times]) => ({
      name,
      about: '',
      times: times.answered,
      failed: times.failed.count,
    })),
  ];
}

/** Figures as reports show them. */

/** @returns milliseconds in at most six signs, e.g. `3.2`, `48`, `12,400`; seconds, with their sign, from 100 on: `240s` */
export function milliseconds(ms: number): string {
  if (ms >= 100_000) return `${whole(ms / 1000)}s`;
  return ms < 9.95 ? ms.toFixed(1) : whole(ms);
}

/** @returns e.g. `12,400` */
export function whole(count: number): string {
  return Math.round(count).toLocaleString('en');
}

/** @returns what happens per second, e.g. `4.3` or `812` */
export function perSecond(count: number, seconds: number): string {
  const rate = count / seconds;
  return rate < 100 ? rate.toFixed(1) : whole(rate);
}

/** @returns a time with its unit, e.g. `48 ms` or `13.4 s` */
export function duration(ms: number): string {
  return ms < 1000 ? `${milliseconds(ms)} ms` : `${(ms / 1000).toFixed(1)} s`;
}

/* How much memory the client took, and whether that grew all along. */

/** A shorter run is over before memory says anything. */
const leastSeconds = { shown: 10, judged: 120 };
/** A run is looked at in so many parts, and the first is left to warming up. */
const partsOfRun = 6;
/** Growth below these is that of any process. */
const growth = { ofPart: 1.02, inAll: 1.2, bytes: 16 * 2 ** 20 };

/** @returns the memory in words: of the process that ended with the most; nothing for a short run */
export function describeMemory({ clients, measured }: LoadResult): string | undefined {
  const { width, slices } = measured.timeline;
  if (slices.length * width < leastSeconds.shown) return undefined;
  const described = clients.flatMap(({ memory }) => (memory ? [memory] : []));
  const [most] = described.toSorted((a, b) => b.end.rssBytes - a.end.rssBytes);
  if (!most) return undefined;
  const of = (key: keyof Memory) =>
    `${mebibytes(most.start[key])} at the start, ${mebibytes(most.end[key])} at the end, ${mebibytes(most.max[key])} at most`;
  const whose = described.length > 1 ? `the largest of ${described.length} clients` : 'the client';
  return `Memory of ${whose}, in MiB: ${of('rssBytes')} (heap: ${of('heapBytes')}).`;
}

/** @returns e.g. `152` */
export function mebibytes(bytes: number): string {
  return whole(bytes / 2 ** 20);
}

/** @returns a warning, where each part of a run took more memory than the one before */
export function memoryWarning({ measured }: LoadResult): string | undefined {
  const { width, slices } = measured.timeline;
  const all = slices.flatMap(([, { client }]) => (client ? [client.rssBytes] : []));
  if (all.length * width < leastSeconds.judged || all.length < partsOfRun * 2) return undefined;
  const size = all.length / partsOfRun;
  const parts = Array.from({ length: partsOfRun }, (_, at) =>
    middle(all.slice(Math.round(at * size), Math.round((at + 1) * size))),
  ).slice(1);
  const grows = parts.every(
    (bytes, at) => at === 0 || bytes > (parts[at - 1] ?? 0) * growth.ofPart,
  );
  const [first = 0, last = 0] = [parts[0], parts.at(-1)];
  if (!grows || last < first * growth.inAll || last - first < growth.bytes) return undefined;
  return `The client's memory grew all along, from ${mebibytes(first)} to ${mebibytes(last)} MiB in ${span(Math.round((all.length * width * (partsOfRun - 1)) / partsOfRun))}: a longer run may end for want of it. Please report it.`;
}

function middle(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
}

/* Remarks beside the figures, so that nobody reads out of them what they don't hold. */

/** Above these the client's own share of the times cannot be left out of account. */
const busy = { utilization: 0.9, loopDelayP99: 50 };
/** Nobody is late for the fraction of a second that a timer takes. */
const lateMs = 100;

/** Warnings that make the figures worth less, the worst first. */
export function warningsOf(result: LoadResult): string[] {
  const { plan, measured, interrupted, cutShort, oddities } = result;
  const { counts, journeys } = measured;
  const missing = Array.from({ length: plan.shards }, (_, at) => at + 1).filter(
    (shard) => !result.shards.includes(shard),
  );
  const isMerged = result.shards.length > 1;
  const warnings = [...oddities];
  if (interrupted || cutShort) {
    const all = applicantsOf(plan, result.shards);
    const never = all === undefined ? '' : `${all - counts.started} applicants never started, `;
    const why = cutShort ? 'The run ended before its time' : 'Interrupted';
    warnings.push(`${why}: ${never}${counts.brokenOff} were cut off and are in no figure.`);
  }
  if (isMerged && missing.length > 0)
    warnings.push(`Without shard ${missing.join(', ')} of ${plan.shards}.`);
  warnings.push(...ofClients(result));
  const growing = memoryWarning(result);
  if (growing) warnings.push(growing);
  if (plan.target === 'mock') {
    warnings.push(
      `The mock ran in ${plan.processes ? 'the process that started the others, on the same machine' : 'the same process'}: its work is in these figures. Start "admissions mock" separately and pass its address with --target.`,
    );
  }
  if (plan.model.kind === 'open' && journeys.delay.percentile(99) > lateMs) {
    const held =
      counts.heldBack > 0
        ? `; ${counts.heldBack} were held back because ${plan.model.maxInFlight} were running already (--max-in-flight)`
        : '';
    warnings.push(
      `The rate was not kept: 1 % of the journeys started ${duration(journeys.delay.percentile(99))} late or more, at most ${duration(journeys.delay.max)}${held}. None was left out; the response times count from when they were due.`,
    );
  } else if (counts.heldBack > 0) {
    warnings.push(`${counts.heldBack} journeys had to wait before they started (--max-in-flight).`);
  }
  return warnings;
}

function ofClients(result: LoadResult): string[] {
  const { clients, plan, measured } = result;
  // In the first second every client is busy with loading itself.
  if (secondsOf(result) < 1 || measured.counts.through === 0) return [];
  const narrow = clients.filter(
    ({ utilization, loopDelayP99 }) =>
      utilization >= busy.utilization || loopDelayP99 >= busy.loopDelayP99,
  );
  if (narrow.length === 0) return [];
  const shards = narrow.map(({ shard }) => shard).join(', ');
  const who =
    plan.shards === 1
      ? 'The client was'
      : narrow.length === 1
        ? `The client of shard ${shards} was`
        : `The clients of the shards ${shards} were`;
  const most = (key: 'utilization' | 'loopDelayP99') => Math.max(...narrow.map((one) => one[key]));
  return [
    `${who} the bottleneck: event loop busy ${Math.round(most('utilization') * 100)} % of the time, and ${duration(most('loopDelayP99'))} late at p99. The times are as much the client's own as the server's: lower the load, or spread the run over more processes (--processes) or machines (--shard).`,
  ];
}

/** How the figures are to be read. */
export function notesOf({ plan, measured }: LoadResult): string[] {
  const { counts, journeys } = measured;
  const notes =
    plan.model.kind === 'open'
      ? [
          'Open model: journeys start when they are due, however slow the answers. "journey" counts from when it was due, "from its start" from when it really started.',
        ]
      : [
          'Closed model: the next journey waits for one to end, so a server that slows down gets fewer requests, and these percentiles cannot show how long applicants who arrive regardless would have waited (coordinated omission). For that, use --rate.',
        ];
  notes.push(
    "An operation's times are those of single attempts, from sending until the answer is read and checked.",
    plan.checkAnswers === 'all'
      ? 'Every answer was held against the schemas of the contract.'
      : `Answers were checked by sample (--check-answers sample): in one journey of ${sampleOf} every one was held against the schemas of the contract; in the others only the status, that it can be read, and what the journey itself needs.`,
  );
  if (counts.failed > 0 || measured.answers.failed.count > 0) {
    notes.push(
      `What failed is in no percentile of the table: ${counts.failed} journeys (p50 ${duration(journeys.failed.percentile(50))}), ${measured.answers.failed.count} attempts (p50 ${duration(measured.answers.failed.percentile(50))}).`,
    );
  }
  if (measured.repeats > 0)
    notes.push(`${measured.repeats} attempts were repeats, after ones that failed.`);
  return notes;
}
