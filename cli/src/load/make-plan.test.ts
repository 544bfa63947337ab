import fc from 'fast-check';
import { expect, test } from 'vitest';
import type { ResolvedSettings } from '../config/load.ts';
import { arrivalShapes, dueAt } from './arrivals.ts';
import { type PlanRequest, planOf } from './make-plan.ts';
import { scheduleOf, shareOf } from './plan.ts';
import { parseSpan, span } from './span.ts';

const settings = {
  target: 'https://test.example',
  dialectName: 'canonical',
  applicantName: 'hana',
  exam: 'pass',
  pay: 'offline',
} as ResolvedSettings;
const plan = (request: Partial<PlanRequest>) =>
  planOf({ ramp: 0, checkAnswers: 'all', ...request }, settings);

test('two of rate, time and number make the third', () => {
  expect(plan({ rate: 10, duration: 60 }).applicants).toBe(600);
  expect(plan({ rate: 10, duration: 60, ramp: 10 }).applicants).toBe(550);
  expect(plan({ rate: 10, duration: 60, arrivals: 'ramp' }).applicants).toBe(300);
  expect(plan({ applicants: 395, duration: 100, arrivals: 'deadline' }).model).toMatchObject({
    rate: 10,
  });
  expect(plan({ applicants: 28, rate: 1, arrivals: 'spike' }).durationSeconds).toBeCloseTo(100);
});

test('with a concurrency the time ends the run, and a number too where there is one', () => {
  expect(plan({ duration: 60 })).toMatchObject({ durationSeconds: 60, model: { concurrency: 10 } });
  expect(plan({ duration: 60 })).not.toHaveProperty('applicants');
  expect(plan({ duration: 60, applicants: 7 }).applicants).toBe(7);
  expect(plan({}).applicants).toBe(100);
});

test('shards walk all arrivals of a shape between them, each once', () => {
  fc.assert(
    fc.property(
      fc.constantFrom(...arrivalShapes),
      fc.integer({ min: 1, max: 5 }),
      fc.integer({ min: 5, max: 200 }),
      (arrivals, shards, applicants) => {
        const whole = plan({ arrivals, applicants, duration: 50, shard: { shards } });
        if (whole.model.kind !== 'open') throw new Error('not open');
        const schedule = scheduleOf(whole.model, whole);
        const ofShard = (shard: number) =>
          Array.from({ length: shareOf(shard, shards, applicants) }, (_, at) =>
            dueAt(shard - 1 + at * shards, schedule),
          );
        const all = Array.from({ length: shards }, (_, at) => ofShard(at + 1)).flat();
        const alone = Array.from({ length: applicants }, (_, index) => dueAt(index, schedule));
        expect(all.sort((a, b) => a - b)).toEqual(alone);
      },
    ),
  );
});

const wrong: [Partial<PlanRequest>, RegExp][] = [
  [{ rate: 1, duration: 9, applicants: 9 }, /two of them make the third/],
  [{ arrivals: 'spike' }, /needs a full --rate/],
  [{ arrivals: 'spike', concurrency: 3 }, /choose one of them/],
  [{ arrivals: 'ramp', rate: 1, ramp: 3 }, /has a shape of its own/],
  [{ mix: { read: 1 }, until: 'exam' }, /leave out --until/],
];
for (const [request, told] of wrong) {
  test(`is told what to do for ${Object.keys(request).join(', ')}`, () => {
    expect(() => plan(request)).toThrow(told);
  });
}

test('times are read as people write them', () => {
  expect(['90', '90s', '10m', '10 min', '1.5h'].map(parseSpan)).toEqual([90, 90, 600, 600, 5400]);
  expect([90, 600, 5400, 10_800].map(span)).toEqual(['90 s', '10 min', '90 min', '3 h']);
  for (const odd of ['', '0', '-1s', '10x', '8000h', 'm']) expect(() => parseSpan(odd)).toThrow();
});
