import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { expect, test, vi } from 'vitest';
import { CliError } from '../core/exit.ts';
import { aGoodReport, aReport, nasty, oneOfEach, passed } from '../testing/report.ts';
import { folderWith } from '../testing/support.ts';
import { reportFormats, writeReports } from './files.ts';
import { prometheusReport } from './prometheus.ts';

const results = [...oneOfEach, passed('a.b/c', { outcome: 'skipped', reason: nasty })];
const report = aReport({ results, target: nasty, ended: nasty, baselineProblems: [nasty] });

test('JSON has all of it', () => {
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

test('reports are written, their folders made; one that fails is reported and keeps no other from it', async () => {
  const folder = await folderWith({ taken: 'a file' });
  const bad = join(folder, 'taken', 'x.json');
  const good = join(folder, 'a', 'b', 'x.json');
  const written = writeReports(aReport(), [
    { format: 'har', file: bad },
    { format: 'json', file: good },
  ]);
  await expect(written).rejects.toThrow(`--report: ${bad} cannot be written: `);
  await expect(written).rejects.toMatchObject({ exitCode: 2 });
  await expect(written).rejects.toBeInstanceOf(CliError);
  expect(JSON.parse(await readFile(good, 'utf8')).schemaVersion).toBe(2);
});

test("what a step has written to GitHub's summary stays", async () => {
  const folder = await folderWith({ 'summary.md': '# Nightly\n\n', 'other.md': 'old' });
  const file = join(folder, 'summary.md');
  const other = join(folder, 'other.md');
  vi.stubEnv('GITHUB_STEP_SUMMARY', file);
  await writeReports(aReport(), [
    { format: 'github-summary', file },
    { format: 'github-summary', file: other },
  ]);
  vi.unstubAllEnvs();
  expect(await readFile(file, 'utf8')).toMatch(/^# Nightly\n\n## ❌ Admissions check/);
  expect(await readFile(other, 'utf8')).toMatch(/^## ❌/);
});

test('"-" is stdout', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await writeReports(aReport(), [{ format: 'github-annotations', file: '-' }]);
  const text = write.mock.calls.join('');
  write.mockRestore();
  expect(text).toMatch(/^::error title=exams\.create\/twice::/);
});

test('each sample has a help, a type and a value, and nothing breaks out of a label', () => {
  const operations = [{ operation: 'exams.create', ms: 250 }];
  const text = prometheusReport({ ...aReport(), target: nasty, operations });
  const sample = /^(admissions_\w+)\{(\w+="(?:[^"\\\n]|\\[\\"n])*",?)+\} -?\d+(\.\d+)?$/;
  const lines = text.trimEnd().split('\n');
  for (const line of lines)
    expect(line).toMatch(/^#/.test(line) ? /^# (HELP|TYPE) admissions_\w+ ./ : sample);
  expect(text).toMatch(
    /admissions_operation_duration_seconds\{[^\n]*operation="exams\.create"\} 0\.25$/m,
  );
  expect(text).toMatch(/admissions_checks\{[^\n]*outcome="failed"\} \d+$/m);
});

const page = reportFormats.html(report);
const parse = (html: string) => new new Window().DOMParser().parseFromString(html, 'text/html');

test("in HTML a server's text stays text", () => {
  const document = parse(page);
  expect(document.querySelectorAll('img')).toHaveLength(0);
  expect(document.querySelectorAll('script')).toHaveLength(1);
  expect(page).not.toContain('<img');
  expect(page).not.toMatch(/(?![\t\n])\p{Cc}|\u202e/u);
  expect(document.querySelector('dd.got')?.textContent).toContain('</script><img src=x onerror=');
});

test('nothing is loaded, and nothing but its own style and script is run', () => {
  expect(page).not.toMatch(/\s(src|href)="(?!#|data:,")|@import|url\(/);
  for (const name of ['style', 'script']) {
    const [, inside = ''] = new RegExp(`<${name}>(.*)</${name}>`, 's').exec(page) ?? [];
    expect(page).toContain(`'sha256-${createHash('sha256').update(inside).digest('base64')}'`);
  }
  const [, script = ''] = /<script>(.*)<\/script>/s.exec(page) ?? [];
  expect(() => new Function(script)).not.toThrow();
});

test('every check is there once; what fails the run is on top and open', () => {
  const document = parse(page);
  const shown = [...document.querySelectorAll('.result')];
  expect(shown.map(({ id }) => id).sort()).toEqual(results.map(({ check }) => check.id).sort());
  expect(shown[0]?.id).toBe('exams.create/twice');
  expect(shown.filter((one) => one.hasAttribute('open'))).toHaveLength(1);
  expect(document.querySelector('a')?.getAttribute('href')).toBe('#exams.create%2Ftwice');
});

test('the header says the end, the table what was answered and why the rest was not', () => {
  const document = parse(page);
  expect(document.querySelector('.verdict')?.textContent).toBe('1 check fails the run');
  const tiles = [...document.querySelectorAll('.tile')].map(({ textContent }) => textContent);
  expect(tiles).toEqual(['2 passed', '4 failed', '1 blocked', '1 waiting', '2 skipped']);
  const cells = [...document.querySelectorAll('tbody tr:nth-child(2) td')];
  expect(cells.map(({ textContent }) => textContent)).toEqual(['', '–', '✓2', '', '–', '✓1']);
  expect(cells[4]?.getAttribute('title')).toBe('the backend refuses with 401');
  expect(parse(reportFormats.html(aGoodReport())).querySelector('.verdict')?.className).toBe(
    'verdict good',
  );
});
