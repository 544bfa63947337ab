/** What has to be said beside the figures, so that nobody reads out of them what they don't hold. */
import { memoryWarning } from './memory.ts';
import { applicantsOf, sampleOf } from './plan.ts';
import { type LoadResult, secondsOf } from './result.ts';
import { duration } from './rows.ts';

/** Above these the client's own share of the times cannot be left out of account. */
const busy = { utilization: 0.9, loopDelayP99: 50 };
/** Nobody is late for the fraction of a second that a timer takes. */
const lateMs = 100;

/** What makes the figures worth less, the worst first. */
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
