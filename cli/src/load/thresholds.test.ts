import { describe, expect, test } from 'vitest';
import { planWith, resultOf } from '../testing/load-result.ts';
import { type LoadResult, Measured } from './measured.ts';
import { AbortWatch, judge, parseAbortOn, parseThreshold, samplerOf } from './thresholds.ts';

/** Two journeys in a second, four answers, one of them an error. */
function result(): LoadResult {
  const measured = new Measured();
  measured.counts.through = 2;
  for (const ms of [1000, 3000]) measured.journeys.response.record(ms);
  for (const ms of [10, 20, 30]) measured.of('auth.login').answered.record(ms);
  measured.of('exams.create').failed.record(700);
  return resultOf({ measured });
}

const cases: [expression: string, met: boolean, told: string][] = [
  ['p50<20.1', true, '20 ms'],
  ['p95<29.9', false, '30 ms'],
  ['max<0.031s', true, '30 ms'],
  ['auth.login:mean<21', true, '20 ms'],
  ['journey:p100>=3s', true, '3,000 ms'],
  ['errors<25%', false, '25.00 %'],
  ['errors<=1', true, '1'],
  ['exams.create:errors<50%', false, '100.00 %'],
  ['journeys/s>1.5', true, '2.00'],
  ['answers/s>3', false, '3.00'],
  ['exams.create:p99<800', false, 'nothing was measured'],
  ['delay : p99 < 5', false, 'nothing was measured'],
];
for (const [expression, met, told] of cases) {
  test(`${expression} is ${met ? 'met' : 'missed'}`, () => {
    expect(judge(parseThreshold(expression), result())).toEqual({
      expression: expression.replaceAll(' ', ''),
      met,
      told,
    });
  });
}

const mistakes: Record<string, RegExp> = {
  '': /must be \[SUBJECT:\]METRIC<LIMIT/,
  p95: /must be/,
  'p95=500': /must be/,
  'p95<fast': /must be/,
  'p0<5': /no metric "p0"/,
  'p101<5': /no metric "p101"/,
  'error<1%': /no metric "error" \(did you mean "errors"\?\)/,
  'exam.create:p95<5': /no "exam\.create" \(did you mean "exams\.create"\?\)/,
  'p95<5%': /p95 is not measured in "%"/,
  'errors<5ms': /errors is not measured in "ms"/,
  'auth.login:journeys/s>5': /of the whole run/,
  'delay:errors<1': /no error/,
};
for (const [expression, said] of Object.entries(mistakes)) {
  test(`"${expression}" is refused, and what is known is reported`, () => {
    expect(() => parseThreshold(expression)).toThrow(said);
    expect(() => parseThreshold(expression)).toThrow(/Subjects: an operation, journey, delay/);
  });
}

test('asking for an operation that was not called adds none to the report', () => {
  const measured = result();
  judge(parseThreshold('files.get:errors<1'), measured);
  expect([...measured.measured.operations.keys()]).toEqual(['auth.login', 'exams.create']);
});

const many = planWith({ applicants: 1_000_000 });

/** A run that is looked at each second. @returns why it ended, or nothing after the last second */
function run(
  expression: string,
  inSecond: (measured: Measured, second: number) => void,
  { seconds = 60, plan = many, processes = 1 } = {},
) {
  const conditions = [parseAbortOn(expression)];
  const lookout = new AbortWatch(conditions, plan, [1]);
  const all = Array.from({ length: processes }, () => new Measured());
  const samplers = all.map((measured) => samplerOf(conditions, measured));
  for (let second = 1; second <= seconds; second++) {
    for (const measured of all) inSecond(measured, second);
    for (const sample of samplers) lookout.add(sample());
    const started = all.reduce((sum, { counts }) => sum + counts.started, 0);
    const cutShort = lookout.look(second, started);
    if (cutShort) return { second, ...cutShort };
  }
  return undefined;
}

/** So many answers of an operation, some of them failures. */
function answers(measured: Measured, good: number, failed: number, ms = 10): void {
  const times = measured.of('auth.login');
  for (let at = 0; at < good; at++) times.answered.record(ms);
  for (let at = 0; at < failed; at++) times.failed.record(ms);
}

test('the first failures end no run, whatever their share', () => {
  expect(run('errors>20%', (measured, second) => answers(measured, 0, second === 1 ? 19 : 0))).toBe(
    undefined,
  );
});

test('with twenty answers a share counts, at once', () => {
  expect(run('errors>20%', (measured) => answers(measured, 16, 4))).toBeUndefined();
  expect(run('errors>20%', (measured) => answers(measured, 15, 6))).toEqual({
    second: 1,
    told: 'aborted: errors>20%, 28.57 % of 21 in the last 1 s',
    exitCode: 6,
  });
});

test('what was good long ago does not count: a server that dies late is noticed', () => {
  const end = run('errors>50%', (measured, second) =>
    second < 40 ? answers(measured, 10, 0) : answers(measured, 0, 10),
  );
  expect(end).toMatchObject({ second: 45 });
  expect(end?.told).toContain('60.00 % of 100 in the last 10 s');
});

test('where answers are rare it goes back until there are twenty', () => {
  const end = run('errors>20%', (measured, second) => answers(measured, 0, second % 2), {
    seconds: 100,
  });
  expect(end).toMatchObject({ second: 39 });
  expect(end?.told).toContain('100.00 % of 20 in the last 39 s');
});

test('a count is that since the start', () => {
  const end = run('errors>5', (measured, second) => answers(measured, 100, second % 20 ? 0 : 2));
  expect(end).toMatchObject({ second: 60, told: 'aborted: errors>5, 6 since the start' });
});

test('a time is that of the last seconds alone', () => {
  const end = run('auth.login:p50>100', (measured, second) =>
    answers(measured, 10, 0, second < 30 ? 10 : 200),
  );
  expect(end).toMatchObject({ second: 35 });
  expect(end?.told).toMatch(/auth\.login:p50>100, 200\.?\d* ms of 100 in the last 10 s/);
});

test('all processes are looked at together', () => {
  const inSecond = (measured: Measured) => answers(measured, 10, 2);
  expect(run('errors>10%', inSecond, { processes: 2 })?.told).toContain('16.67 % of 24');
  expect(run('errors>10%', inSecond)?.told).toContain('of 24 in the last 2 s');
  expect(run('p50>5', inSecond, { processes: 2 })?.told).toContain('of 20 in the last 1 s');
});

describe('a rate', () => {
  const fallsAt = (second: number) => (measured: Measured, now: number) => {
    measured.counts.started += 1;
    answers(measured, now < second ? 20 : 1, 0);
  };

  test('that falls ends the run', () => {
    const end = run('answers/s<10', fallsAt(30));
    expect(end).toMatchObject({ second: 35 });
    expect(end?.told).toContain('answers/s<10, 8.60 in the last 10 s');
  });

  test('is not asked for before the ramp is over', () => {
    const plan = planWith({ applicants: 1000, rampSeconds: 20 });
    expect(run('answers/s<10', fallsAt(1), { plan })).toMatchObject({ second: 30 });
  });

  test('nor when nobody sets out any more', () => {
    expect(run('answers/s<10', fallsAt(30), { plan: planWith({ applicants: 30 }) })).toBe(
      undefined,
    );
    const plan = planWith({ applicants: 1000, durationSeconds: 30 });
    expect(run('answers/s<10', fallsAt(30), { plan })).toBeUndefined();
  });
});

for (const [expression, meant] of Object.entries({
  'errors<20%': 'errors>20%',
  'p95<=500': 'p95>=500',
  'journeys/s>5': 'journeys/s<5',
})) {
  test(`${expression} is refused, which a good run would meet`, () => {
    expect(() => parseAbortOn(expression)).toThrow(`do you mean ${meant}?`);
  });
}
