/** From the flags of a load run to its plan. */
import type { ResolvedSettings } from '../config/load.ts';
import { CliError } from '../process/exit.ts';
import { type ArrivalShape, countWithin, meanLevel } from './arrivals.ts';
import type { Mix } from './mix.ts';
import { type Plan, scheduleOf } from './plan.ts';
import { span } from './span.ts';

/** What a run is asked for. */
export interface PlanRequest {
  applicants?: number | undefined;
  /** In seconds. */
  duration?: number | undefined;
  rate?: number | undefined;
  arrivals?: ArrivalShape | undefined;
  concurrency?: number | undefined;
  maxInFlight?: number | undefined;
  /** In seconds. */
  ramp: number;
  until?: string | undefined;
  mix?: Mix | undefined;
  checkAnswers: Plan['checkAnswers'];
  shard?: { shards: number } | undefined;
  /** On this machine, and on each of the others. */
  processes?: number | undefined;
  startAt?: string | undefined;
}

const defaults = { applicants: 100, concurrency: 10, maxInFlight: 500 };

/** Makes the plan of a run. @throws {CliError} (exit 2) for flags that don't go together */
export function planOf(request: PlanRequest, settings: ResolvedSettings): Plan {
  const { rate, arrivals, ramp, until, mix, checkAnswers, startAt } = request;
  const { processes = 1 } = request;
  const shards = (request.shard?.shards ?? 1) * processes;
  if (processes > 1) needNobody(settings);
  if (mix !== undefined && until !== undefined) {
    throw new CliError('--mix says how far each of them goes: leave out --until');
  }
  const isOpen = rate !== undefined || arrivals !== undefined;
  const crowd = isOpen ? openOf(request) : closedOf(request, shards);
  if (crowd.applicants !== undefined && crowd.applicants < shards) {
    throw new CliError(
      `--applicants ${crowd.applicants} is for the whole run: ${partsOf(request, shards)} need at least ${shards}`,
    );
  }
  if (startAt !== undefined && Date.parse(startAt) <= Date.now()) {
    const late = Math.ceil((Date.now() - Date.parse(startAt)) / 1000);
    throw new CliError(
      `--start-at ${startAt} was ${late} s ago: choose a time at which every shard is ready`,
    );
  }
  const { target, dialectName, applicantName, exam, pay } = settings;
  return {
    target,
    dialect: dialectName,
    applicant: applicantName,
    exam,
    pay,
    ...(until === undefined ? {} : { until }),
    ...crowd,
    ...(mix === undefined ? {} : { mix }),
    rampSeconds: ramp,
    checkAnswers,
    ...(startAt === undefined ? {} : { startAt }),
    shards,
    ...(processes > 1 ? { processes } : {}),
  };
}

/** @throws {CliError} where somebody is to be asked at the terminal, which other processes do not have */
function needNobody({ exam, mailbox, staff, provider }: ResolvedSettings): void {
  const asked = Object.entries({ mailbox, staff, provider }).find(
    ([, { use }]) => use === 'prompt',
  );
  const what = exam === 'ask' ? '--exam ask' : asked && `${asked[0]} "prompt"`;
  if (what === undefined) return;
  throw new CliError(`${what} asks at the terminal, which --processes do not have: leave one out`);
}

function partsOf({ shard, processes = 1 }: PlanRequest, shards: number): string {
  if (processes === 1) return `${shards} shards`;
  return shard ? `${shard.shards} shards of ${processes} processes` : `${shards} processes`;
}

type Crowd = Pick<Plan, 'applicants' | 'durationSeconds' | 'model'>;

function closedOf(request: PlanRequest, shards: number): Crowd {
  const { concurrency = defaults.concurrency, applicants, duration, maxInFlight } = request;
  if (maxInFlight !== undefined) {
    throw new CliError(
      '--max-in-flight needs --rate; without it, --concurrency says how many run at once',
    );
  }
  if (concurrency < shards) {
    throw new CliError(
      `--concurrency ${concurrency} is for the whole run: ${partsOf(request, shards)} need at least ${shards}`,
    );
  }
  const model = { kind: 'closed', concurrency } as const;
  if (duration === undefined) return { applicants: applicants ?? defaults.applicants, model };
  return { ...(applicants === undefined ? {} : { applicants }), durationSeconds: duration, model };
}

function openOf(request: PlanRequest): Crowd {
  const { arrivals = 'steady', concurrency, ramp, duration, applicants, rate } = request;
  if (concurrency !== undefined) {
    const flag = rate === undefined ? '--arrivals' : '--rate';
    throw new CliError(
      `${flag} starts applicants however slow the answers, --concurrency when others have finished: choose one of them`,
    );
  }
  if (arrivals !== 'steady' && ramp > 0) {
    throw new CliError(
      `--ramp is for a steady rate; --arrivals ${arrivals} has a shape of its own`,
    );
  }
  if (rate !== undefined && duration !== undefined && applicants !== undefined) {
    throw new CliError(
      '--rate, --duration and --applicants: two of them make the third, leave one out',
    );
  }
  const maxInFlight = request.maxInFlight ?? defaults.maxInFlight;
  const model = (rate: number) => ({ kind: 'open', rate, maxInFlight, arrivals }) as const;
  if (rate === undefined) {
    if (duration === undefined || applicants === undefined) {
      throw new CliError('--arrivals needs a full --rate, or --applicants and --duration');
    }
    if (ramp > duration) throw new CliError(`--ramp is longer than --duration, ${span(duration)}`);
    const full = applicants / (meanLevel(arrivals) * (duration - ramp / 2));
    return { applicants, durationSeconds: duration, model: model(full) };
  }
  if (duration !== undefined) {
    const schedule = scheduleOf(model(rate), { rampSeconds: ramp });
    return {
      applicants: countWithin(duration, schedule),
      durationSeconds: duration,
      model: model(rate),
    };
  }
  const many = applicants ?? defaults.applicants;
  if (arrivals === 'steady') return { applicants: many, model: model(rate) };
  const seconds = many / (rate * meanLevel(arrivals));
  return { applicants: many, durationSeconds: seconds, model: model(rate) };
}
