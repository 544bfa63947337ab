import { type LoadResult, Measured } from '../load/measure.ts';
import type { Plan } from '../load/plan.ts';

/** A plan for two applicants, one after the other, changed by the test. */
export function makePlanWith(fields: Partial<Plan> = {}): Plan {
  return {
    target: 'http://127.0.0.1:1',
    dialect: 'canonical',
    applicant: 'hana',
    exam: 'pass',
    pay: 'offline',
    applicants: 2,
    model: { kind: 'closed', concurrency: 1 },
    rampSeconds: 0,
    checkAnswers: 'all',
    ...fields,
  };
}

/** The result of a run of one second without measurements, changed by the test. */
export function makeResultOf(fields: Partial<LoadResult>): LoadResult {
  return {
    version: '0',
    plan: makePlanWith(),
    startedAt: 0,
    endedAt: 1000,
    interrupted: false,
    measured: new Measured(),
    client: { loopDelayP50: 0, loopDelayP99: 0, loopDelayMax: 0, utilization: 0, cpuSeconds: 0 },
    ...fields,
  };
}
