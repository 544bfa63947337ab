import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import {
  hostileText,
  makePassedReport,
  makePassedResult,
  makeSampleReport,
  resultsOfEveryKind,
} from '../testing/report.ts';
import { formatTerminalReport } from './terminal.ts';

beforeAll(() => void vi.stubEnv('NO_COLOR', '1'));
afterAll(() => void vi.unstubAllEnvs());

const makeReportText = (...change: Parameters<typeof makeSampleReport>) =>
  formatTerminalReport(makeSampleReport(...change)).join('\n');

test('a run in which all went well is short', () => {
  expect(formatTerminalReport(makePassedReport())).toEqual([
    'Checks of https://staging.example.edu, dialect canonical',
    '',
    'Answers seen',
    'auth.login       200 ✓12  401 ✓3',
    'exams.create     201 –    401 ✓2  409 –  500 ✓1',
    'auth.updateUser  200 –    404 –',
    '  – no success was seen: exams.create 201; auth.updateUser 200, 404',
    '  – the backend refuses with 401: exams.create 409',
    '',
    'Created: 2 applicants, 3 uploads, 1 payment',
    '  The addresses are in the JSON report.',
    '',
    '1 check: 1 passed · 958 requests · 2.4 s',
  ]);
});

test('a failure is reported with what was expected, what came, where, and how to repeat it', () => {
  const [, , ...lines] = formatTerminalReport(makeSampleReport());
  expect(lines.slice(0, 5)).toEqual([
    '✗ exams.create MUST keep the promise that the site relies on when an applicant',
    '  comes back.',
    '  exams.create/twice',
    '  holds up  1 check',
    '  expected  status 409 for a second exam of the same applicant',
  ]);
  expect(lines[5]).toMatch(/^ {2}got {7}status 500 with <\/script>/);
  expect(lines[7]).toBe('  rule      docs/rules/states.md#wrong-state');
  expect(lines[8]).toMatch(/^ {2}repeat {4}curl -sS -i -X POST https:.* --data-raw '.*'$/);
});

test('what does not fail the run is reported apart, and why the rest was not found out', () => {
  const text = makeReportText();
  for (const line of [
    'Level "should", failing only with --strict (1 check)\n✗ exams.create MUST',
    'Known to the baseline (1 check)\n✗ auth.getUser/answers: ticket 12: the old users (until 2026-06-30)',
    'Blocked\n  1 blocked by exams.create/twice (exams.create answered 500)',
    'Waiting\n  1 waiting: a person has to approve the payment',
    'Skipped\n  1 skipped: there is no proxy; start one with --proxy',
    '  files.get: an unknown id: answered 403; the contract prefers 404',
    '  auth.updateUser: expected status 409',
    'Baseline\n  files.get/answers is in the baseline and did not fail',
  ]) {
    expect(text).toContain(line);
  }
  expect(text.split('\n').at(-1)).toBe(
    '9 checks: 2 passed, 4 failed (1 fails the run), 1 blocked, 1 waiting, 1 skipped · 958 requests · 2.4 s',
  );
});

test('cells that find no place go on below; other successes than the seen one are reported below', () => {
  const unseenReason = 'the backend answers 200';
  const refusalCells = Array.from({ length: 11 }, (_, index) => ({
    status: 400 + index,
    seen: 100,
  }));
  const coverageCells = [
    { status: 200, seen: 1 },
    { status: 204, seen: 0, why: unseenReason },
    ...refusalCells,
  ];
  const lines = formatTerminalReport(
    makeSampleReport({ coverage: [{ operation: 'auth.login', cells: coverageCells }] }),
  );
  const titleIndex = lines.indexOf('Answers seen');
  expect(lines.slice(titleIndex + 1, titleIndex + 4)).toEqual([
    'auth.login  200 ✓1    400 ✓100  401 ✓100  402 ✓100  403 ✓100  404 ✓100  405 ✓100',
    '            406 ✓100  407 ✓100  408 ✓100  409 ✓100  410 ✓100',
    '  – the backend answers 200: auth.login 204',
  ]);
});

test('alike differences share a line, and many lines are cut', () => {
  const notes = Array.from({ length: 20 }, (_, index) => `difference ${index}`);
  const results = ['a.a', 'b.b', 'c.c', 'd.d'].map((name) =>
    makePassedResult(`${name}/x`, { notes }),
  );
  const text = makeReportText({ results });
  expect(text).toContain(
    '  a.a, b.b, c.c and 1 other: difference 14\n  … and 5 more in the reports\n',
  );
});

test("a server's text neither steers the terminal nor breaks lines; only commands are long", () => {
  const results = [
    ...resultsOfEveryKind,
    makePassedResult('a.b/c', { outcome: 'skipped', reason: hostileText }),
  ];
  const lines = formatTerminalReport(
    makeSampleReport({ results, target: hostileText, ended: hostileText }),
  );
  expect(lines.join('')).not.toMatch(/\p{Cc}|\u202e/u);
  const longLines = lines.slice(1, -2).filter((line) => line.length > 80);
  expect(longLines.filter((line) => !line.startsWith('  repeat'))).toEqual([]);
});

test('a run that ended early or proved little says so last', () => {
  const earlyEndedReport = makeSampleReport({ ended: 'the backend is gone', exitCode: 3 });
  expect(formatTerminalReport(earlyEndedReport).at(-1)).toBe('ended early: the backend is gone');
  const waitingReport = makeSampleReport({
    results: [makePassedResult('a.b/c', { outcome: 'waiting' })],
    exitCode: 4,
  });
  expect(formatTerminalReport(waitingReport).at(-1)).toBe('waiting for a person');
  expect(formatTerminalReport(makeSampleReport({ results: [], exitCode: 0 })).at(-1)).toBe(
    'nothing was proved',
  );
});
