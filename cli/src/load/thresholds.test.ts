import { expect, test } from 'vitest';
import { makeResultOf } from '../testing/load-result.ts';
import { type LoadResult, Measured } from './measure.ts';
import { judgeThreshold, parseThreshold } from './thresholds.ts';

/** Two journeys in a second, four answers, one of them an error. */
function makeLoadResult(): LoadResult {
  const measured = new Measured();
  measured.counts.through = 2;
  for (const ms of [1000, 3000]) measured.journeys.response.record(ms);
  for (const ms of [10, 20, 30]) measured.addAttempt('auth.login', 'answered', ms);
  measured.addAttempt('exams.create', 'failed', 700);
  return makeResultOf({ measured });
}

const thresholdCases: [expression: string, met: boolean, measuredText: string][] = [
  ['p50<20.1', true, '20 ms'],
  ['p95<29.9', false, '30 ms'],
  ['max<0.031s', true, '30 ms'],
  ['auth.login:mean<21', true, '20 ms'],
  ['journey:p100>=3s', true, '3,000.3 ms'],
  ['errors<25%', false, '25.00 %'],
  ['errors<=1', true, '1'],
  ['exams.create:errors<50%', false, '100.00 %'],
  ['journeys/s>1.5', true, '2.00'],
  ['answers/s>3', false, '3.00'],
  ['exams.create:p99<800', false, 'nothing was measured'],
  ['delay : p99 < 5', false, 'nothing was measured'],
];
for (const [expression, met, measuredText] of thresholdCases) {
  test(`${expression} is ${met ? 'met' : 'missed'}`, () => {
    expect(judgeThreshold(parseThreshold(expression), makeLoadResult())).toEqual({
      expression: expression.replaceAll(' ', ''),
      met,
      measuredText,
    });
  });
}

const messagesByExpression: Record<string, RegExp> = {
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
for (const [expression, message] of Object.entries(messagesByExpression)) {
  test(`"${expression}" is refused, and what is known is reported`, () => {
    expect(() => parseThreshold(expression)).toThrow(message);
    expect(() => parseThreshold(expression)).toThrow(/Subjects: an operation, journey, delay/);
  });
}

test('asking for an operation that was not called adds none to the report', () => {
  const loadResult = makeLoadResult();
  judgeThreshold(parseThreshold('files.get:errors<1'), loadResult);
  expect([...loadResult.measured.operations.keys()]).toEqual(['auth.login', 'exams.create']);
});
