/** When applicants arrive: evenly, or as they do in life. Nothing is random, so that a run can be repeated and shared out. */

export const arrivalShapes = ['steady', 'ramp', 'spike', 'deadline'] as const;
export type ArrivalShape = (typeof arrivalShapes)[number];

/** At a time, the share of the full rate; straight lines between, and the last one goes on. */
type Point = readonly [time: number, level: number];

/** Their times are shares of the run. */
const shapes: Readonly<Record<Exclude<ArrivalShape, 'steady'>, readonly Point[]>> = {
  ramp: [
    [0, 0],
    [1, 1],
  ],
  // A link in the news: five times as many for a tenth of the time.
  spike: [
    [0, 0.2],
    [0.45, 0.2],
    [0.45, 1],
    [0.55, 1],
    [0.55, 0.2],
    [1, 0.2],
  ],
  // The last evening: more and more, the most shortly before the end, and who is late is late.
  deadline: [
    [0, 0.1],
    [0.5, 0.2],
    [0.9, 1],
    [1, 0.6],
  ],
};

/** What arrivals follow. */
export interface Schedule {
  /** Arrivals per second at the most. */
  rate: number;
  shape: ArrivalShape;
  /** In seconds, for a steady rate: grow to it evenly. */
  rampSeconds: number;
  /** How long it takes, in seconds; a steady rate does not depend on it. */
  seconds?: number | undefined;
}

/** @returns in milliseconds from the start, when as many have arrived as the index says, from 0 */
export function dueAt(index: number, schedule: Schedule): number {
  if (index === 0) return 0;
  let missing = index / schedule.rate;
  const points = pointsOf(schedule);
  for (const [at, [start, from]] of points.entries()) {
    const next = points[at + 1];
    if (!next) return (start + missing / from) * 1000;
    const [end, to] = next;
    const area = ((from + to) / 2) * (end - start);
    if (missing < area) {
      // Of from·t + (to − from)/(end − start)·t²/2 = missing, in the form that also takes a level line.
      const slope = (to - from) / (end - start);
      return (start + (2 * missing) / (from + Math.sqrt(from * from + 2 * slope * missing))) * 1000;
    }
    missing -= area;
  }
  return 0;
}

/** @returns how many arrive within a time, in seconds: at least one */
export function countWithin(seconds: number, schedule: Omit<Schedule, 'seconds'>): number {
  const area = areaOf(pointsOf({ ...schedule, seconds }), seconds);
  // Without what floating point adds or leaves out.
  return Math.max(1, Math.floor(schedule.rate * area + 1e-6));
}

/** @returns what a run of one second would bring at a full rate of one: the mean level of a shape */
export function meanLevel(shape: ArrivalShape): number {
  return areaOf(pointsOf({ rate: 1, shape, rampSeconds: 0, seconds: 1 }), 1);
}

function pointsOf({ shape, rampSeconds, seconds = 0 }: Schedule): readonly Point[] {
  if (shape !== 'steady') return shapes[shape].map(([time, level]) => [time * seconds, level]);
  if (rampSeconds === 0) return [[0, 1]];
  return [
    [0, 0],
    [rampSeconds, 1],
  ];
}

/** The area under the levels until a time. */
function areaOf(points: readonly Point[], until: number): number {
  let area = 0;
  for (const [at, [start, from]] of points.entries()) {
    if (start >= until) break;
    const [end, to] = points[at + 1] ?? [until, from];
    const stop = Math.min(end, until);
    const level = end === start ? to : from + ((to - from) * (stop - start)) / (end - start);
    area += ((from + level) / 2) * (stop - start);
  }
  return area;
}
