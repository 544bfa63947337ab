/** A report with one result of every kind, and with texts that try to break out of each format. */
import type { OperationName } from '@one-planet/contract';
import type { BackendCheck } from '../backend-checks/check.ts';
import type { Evidence } from '../report/evidence.ts';
import type { CheckReport, CoverageRow, Level, ReportedResult } from '../report/report.ts';

/**
 * The worst text that a server may send: ends of elements, sections, cells and lines, control characters, direction
 * marks.
 */
export const hostileText =
  '</script><img src=x onerror=alert(1)> ]]> a|b `c` *d* 100%\r\n::error::x \u0000\u001b[2J\u202e\u200f\ud800\uffff"\'&amp;';

function makeSampleCheck(id: string, level: Level = 'must'): BackendCheck {
  const [operation = ''] = id.split('/');
  return {
    id,
    level,
    ...(operation.includes('.') ? { operation: operation as OperationName } : {}),
    sentence: `${operation} MUST keep the promise that the site relies on when an applicant comes back.`,
    rule: 'states#wrong-state',
    leavesOpen: 'Whether the answer is true.',
    run: () => {},
  };
}

export function makePassedResult(
  id: string,
  resultChange: Partial<ReportedResult> = {},
): ReportedResult {
  return {
    check: makeSampleCheck(id),
    outcome: 'passed',
    ms: 12.4,
    notes: [],
    fails: false,
    ...resultChange,
  };
}

const evidence: Evidence = {
  exchange: {
    operation: 'exams.create',
    attempt: 1,
    method: 'POST',
    url: 'https://staging.example.edu/api/exams?batch=1&x=%3C',
    requestHeaders: { 'content-type': 'application/json', authorization: '(hidden)' },
    requestBody: '{"programId":7}',
    status: 500,
    answerHeaders: { 'Content-Type': 'text/html', 'x-nasty': hostileText },
    answerText: `<html>${hostileText}</html>`,
    durationMs: 31.7,
    startedAt: Date.UTC(2026, 2, 1, 4, 5, 6),
  },
  curl: `curl -sS -i -X POST https://staging.example.edu/api/exams -H 'content-type: application/json' -H "authorization: Bearer $TOKEN" --data-raw '{"programId":7}'`,
};

const failureFields: Pick<ReportedResult, 'outcome' | 'expected' | 'got' | 'evidence'> = {
  outcome: 'failed',
  expected: 'status 409 for a second exam of the same applicant',
  got: `status 500 with ${hostileText}`,
  evidence,
};
const toleratedNote = 'an unknown id: answered 403; the contract prefers 404';

export const resultsOfEveryKind: readonly ReportedResult[] = [
  makePassedResult('auth.login/answers'),
  makePassedResult('files.get/unknown', { notes: [toleratedNote, `answered ${hostileText}`] }),
  makePassedResult('exams.create/twice', { ...failureFields, fails: true }),
  makePassedResult('exams.create/body/empty', {
    ...failureFields,
    check: makeSampleCheck('exams.create/body/empty', 'should'),
  }),
  makePassedResult('auth.getUser/answers', {
    ...failureFields,
    known: { comment: 'ticket 12: the old users', expires: '2026-06-30' },
  }),
  makePassedResult('auth.updateUser/answers', {
    ...failureFields,
    check: makeSampleCheck('auth.updateUser/answers', 'info'),
  }),
  makePassedResult('exams.submit/answers', {
    outcome: 'blocked',
    blockedBy: 'exams.create/twice',
    reason: 'exams.create answered 500',
  }),
  makePassedResult('payments.getReceipt/answers', {
    outcome: 'waiting',
    reason: 'a person has to approve the payment',
  }),
  makePassedResult('server/gateway', {
    outcome: 'skipped',
    reason: 'there is no proxy; start one with --proxy',
  }),
];

const sampleCoverage: readonly CoverageRow[] = [
  {
    operation: 'auth.login',
    cells: [
      { status: 200, seen: 12 },
      { status: 401, seen: 3 },
    ],
  },
  {
    operation: 'exams.create',
    cells: [
      { status: 201, seen: 0, why: 'no success was seen' },
      { status: 401, seen: 2 },
      { status: 409, seen: 0, why: 'the backend refuses with 401' },
      { status: 500, seen: 1 },
    ],
  },
  {
    operation: 'auth.updateUser',
    cells: [
      { status: 200, seen: 0, why: 'no success was seen' },
      { status: 404, seen: 0, why: 'no success was seen' },
    ],
  },
];

/** @param change the fields in which the report differs */
export function makeSampleReport(change: Partial<CheckReport> = {}): CheckReport {
  return {
    command: 'check',
    target: 'https://staging.example.edu, dialect canonical',
    version: '0.1.0',
    startedAt: new Date('2026-03-01T04:05:06.789Z'),
    ms: 2412,
    requests: 958,
    strict: false,
    seed: undefined,
    results: resultsOfEveryKind,
    coverage: sampleCoverage,
    created: {
      applicants: ['check-1@example.edu', 'check-2@example.edu'],
      uploads: 3,
      payments: 1,
      applications: 0,
    },
    baselineProblems: ['files.get/answers is in the baseline and did not fail'],
    ended: undefined,
    exitCode: 1,
    ...change,
  };
}

/** The report of a run in which all checks passed. */
export function makePassedReport(): CheckReport {
  return makeSampleReport({
    results: [makePassedResult('auth.login/answers')],
    baselineProblems: [],
    exitCode: 0,
  });
}
