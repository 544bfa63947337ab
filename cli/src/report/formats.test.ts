import { Window } from 'happy-dom';
import { expect, test } from 'vitest';
import { reportFormats } from './index.ts';
import { aGoodReport, aReport, nasty, oneOfEach, passed } from './testing/report.ts';

const results = [...oneOfEach, passed('a.b/c', { outcome: 'skipped', reason: nasty })];
const report = aReport({ results, target: nasty, ended: nasty, baselineProblems: [nasty] });

test('JSON tells all of it', () => {
  const document = JSON.parse(reportFormats.json(report));
  expect(document).toMatchObject({
    schemaVersion: 2,
    startedAt: '2026-03-01T04:05:06.789Z',
    exitCode: 1,
    counts: { total: 10, passed: 2, failed: 4, blocked: 1, waiting: 1, skipped: 2, failing: 1 },
    created: { applicants: ['check-1@example.edu', 'check-2@example.edu'] },
  });
  expect(document.results[2]).toMatchObject({
    id: 'exams.create/twice',
    level: 'must',
    operation: 'exams.create',
    rule: 'docs/rules/states.md#wrong-state',
    outcome: 'failed',
    fails: true,
    got: `status 500 with ${nasty}`,
    evidence: { method: 'POST', status: 500, requestBody: '{"programId":7}', durationMs: 32 },
  });
});

test('NDJSON is one object a line, the summary last', () => {
  const lines = reportFormats.ndjson(report).trimEnd().split('\n');
  const types = lines.map((line) => JSON.parse(line).type);
  expect(types).toEqual([...results.map(() => 'result'), 'summary']);
});

test('HAR has what HAR 1.2 asks for', () => {
  const { log } = JSON.parse(reportFormats.har(report));
  expect(log).toMatchObject({ version: '1.2', creator: { name: 'admissions', version: '0.1.0' } });
  expect(log.entries).toHaveLength(4);
  expect(log.entries[0]).toMatchObject({
    startedDateTime: '2026-03-01T04:05:06.000Z',
    time: 31.7,
    cache: {},
    timings: { send: 0, wait: 31.7, receive: 0 },
    comment: 'exams.create/twice',
    request: {
      method: 'POST',
      httpVersion: 'HTTP/1.1',
      cookies: [],
      headers: [{ name: 'content-type', value: 'application/json' }, { name: 'authorization' }],
      queryString: [
        { name: 'batch', value: '1' },
        { name: 'x', value: '<' },
      ],
      postData: { mimeType: 'application/json', text: '{"programId":7}' },
      headersSize: -1,
      bodySize: -1,
    },
    response: {
      status: 500,
      statusText: '',
      content: { mimeType: 'text/html', text: `<html>${nasty}</html>` },
      redirectURL: '',
    },
  });
});

test('JUnit is XML; only what fails the run is a failure, and an early end is an error', () => {
  const source = reportFormats.junit(report);
  expect(source).not.toMatch(/(?![\t\n])\p{Cc}|\p{Cs}|[\ufffe\uffff]/u);
  const document = new new Window().DOMParser().parseFromString(source, 'application/xml');
  const count = (name: string) => document.querySelectorAll(name).length;
  expect(count('parsererror')).toBe(0);
  const root = document.documentElement;
  expect(root.getAttribute('tests')).toBe(String(count('testcase')));
  expect(root.getAttribute('failures')).toBe('1');
  expect([count('failure'), count('error'), count('skipped')]).toEqual([1, 1, 7]);
  const failure = document.querySelector('testcase[classname="exams.create/twice"] > failure');
  expect(failure?.textContent).toContain('got       status 500 with </script><img src=x');
  expect(source).toContain('message="known until 2026-06-30 (ticket 12: the old users): expected');
  expect(source).toContain('message="blocked by exams.create/twice: exams.create answered 500"');
});

test('annotations are one line each, errors first', () => {
  const lines = reportFormats['github-annotations'](report).trimEnd().split('\n');
  expect(lines.map((line) => line.slice(2, line.indexOf(' ')))).toEqual([
    ...['error', 'error'],
    ...['warning', 'warning', 'warning', 'warning'],
  ]);
  expect(lines[1]).toMatch(
    /^::error title=exams\.create\/twice::exams\.create MUST .*%0Aexpected: .*%0Agot: .* 100%25%0A::error::x /,
  );
  expect(reportFormats['github-annotations'](aGoodReport())).toBe('');
});

test("Markdown holds a server's text in its cells", () => {
  const text = reportFormats['github-summary'](report);
  const [outside = ''] = text.replace(/^```sh\n.*?^```$/gms, '').split('Answers seen');
  expect(outside).not.toMatch(/<(?!br>|\/?details>|\/?summary>)|(?<!\\)`c`|\u202e/);
  const rows = outside.split('\n').filter((line) => line.startsWith('|'));
  expect(rows).toHaveLength(6);
  for (const row of rows) expect(row.split('|')).toHaveLength(6);
  expect(text).toContain('## ❌ Admissions check: 1 check fails the run');
  expect(reportFormats['github-summary'](aGoodReport())).toContain(
    '## ✅ Admissions check: passed',
  );
});
