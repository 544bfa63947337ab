import { applicantExamples } from '@one-planet/contract';
import {
  ConnectionError,
  type Exchange,
  OffContractError,
  TimeoutError,
  UnavailableError,
  UndeclaredStatusError,
} from '@one-planet/sdk';
import { describe, expect, onTestFinished, test } from 'vitest';
import type { StepResult } from '../applicant/journey.ts';
import { exitCodes } from '../core/exit.ts';
import { runSecrets } from '../core/secrets.ts';
import { ErrorCounts, endOfJourney, findErrorKindOfAttempt } from './errors.ts';

const operation = 'auth.login';
const applicant = applicantExamples.hana;
function makeAttempt(fields: Partial<Exchange> = {}): Exchange {
  return {
    operation,
    attempt: 1,
    method: 'POST',
    url: 'http://127.0.0.1:1/api/auth/public/login',
    requestHeaders: { authorization: 'Bearer token-1234567', 'content-type': 'application/json' },
    requestBody: JSON.stringify({ email: 'a@example.com', password: applicant.password }),
    durationMs: 3,
    startedAt: 0,
    ...fields,
  };
}

function makeFailedStep(
  fields: Partial<StepResult>,
  exitCode: number = exitCodes.brokenContract,
): StepResult {
  const failure = { exitCode, message: 'it did not work' } as StepResult['failure'];
  const stepFacts = { id: 'log-in', title: 'Log in', before: null, after: null, ms: 1, note: '' };
  return {
    ...stepFacts,
    outcome: 'failed',
    ...fields,
    failure: { ...failure, ...fields.failure } as never,
  };
}

const callFacts = { operation };
const kindsAndAttempts: [string | undefined, Partial<Exchange>][] = [
  [undefined, { status: 200 }],
  ['connection refused', { error: new ConnectionError('refused', 'request', callFacts) }],
  ['connection reset in the answer', { error: new ConnectionError('reset', 'answer', callFacts) }],
  ['timeout', { error: new TimeoutError(10, callFacts) }],
  ['unavailable 503', { status: 503, error: new UnavailableError({ ...callFacts, status: 503 }) }],
  [
    'undeclared status 500',
    { status: 500, error: new UndeclaredStatusError({ ...callFacts, status: 500 }) },
  ],
  [
    'off contract: schema',
    { status: 200, error: new OffContractError('schema', 'x', { ...callFacts, status: 200 }) },
  ],
  ['refused 409', { status: 409 }],
];
for (const [kind, exchange] of kindsAndAttempts) {
  test(`an attempt is reported as ${kind ?? 'no error'}`, () => {
    expect(findErrorKindOfAttempt(makeAttempt(exchange))).toBe(kind);
  });
}

describe('a journey ends', () => {
  test('by the attempt that failed', () => {
    const failure = { operation, exchange: makeAttempt({ status: 409 }) } as StepResult['failure'];
    expect(endOfJourney(makeFailedStep({ failure }))).toEqual({
      where: operation,
      kind: 'refused 409',
    });
  });

  test('by an answer of the contract that breaks a promise', () => {
    const failure = { operation, exchange: makeAttempt({ status: 200 }) } as StepResult['failure'];
    expect(endOfJourney(makeFailedStep({ failure }))).toEqual({
      where: operation,
      kind: 'broken promise',
    });
  });

  test('by whom it waits for', () => {
    const failureCases: [string, number, string][] = [
      ['verify', exitCodes.waiting, 'waiting for staff'],
      ['activate', exitCodes.brokenContract, 'mail: failed'],
      ['activate', exitCodes.wrongUsage, 'mail: configuration'],
      ['pay', exitCodes.notReached, 'provider: not reached'],
    ];
    for (const [id, exitCode, kind] of failureCases) {
      expect(endOfJourney(makeFailedStep({ id }, exitCode))).toEqual({ where: `step ${id}`, kind });
    }
  });

  test('in no error when it is interrupted', () => {
    expect(endOfJourney(makeFailedStep({ outcome: 'interrupted' }))).toBeUndefined();
  });
});

test('alike errors are counted together, with the first as example and without its secrets', () => {
  runSecrets.add(applicant.password, 'token-1234567');
  onTestFinished(() => runSecrets.clear());
  const errors = new ErrorCounts();
  const text = `no token-1234567 and no ${applicant.password} here`;
  const failedAttempt = makeAttempt({ status: 400, answerText: text });
  for (const exchange of [
    failedAttempt,
    makeAttempt({ status: 400 }),
    makeAttempt({ status: 200 }),
  ]) {
    errors.addAttempt(exchange);
  }
  errors.addJourney(makeFailedStep({ failure: { operation, exchange: failedAttempt } as never }));
  expect(errors.byFrequency).toMatchObject([
    { where: operation, kind: 'refused 400', attempts: 2, journeys: 1 },
  ]);
  const [{ example, curl } = { example: '', curl: '' }] = errors.byFrequency;
  expect(example).toMatch(/^status 400 with no .+ here$/);
  expect(curl).toMatch(/^curl .*api\/auth\/public\/login/);
  expect(example + curl).not.toContain(applicant.password);
  expect(example + curl).not.toContain('token-1234567');
});

test('however many kinds a server thinks of, a bounded number is kept', () => {
  const errors = new ErrorCounts();
  for (let status = 1000; status < 2000; status++) {
    errors.addAttempt(makeAttempt({ status }));
  }
  expect(errors.byFrequency).toHaveLength(201);
  expect(errors.byFrequency[0]).toMatchObject({ where: 'others', attempts: 800 });
});
