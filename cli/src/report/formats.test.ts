import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { describe, expect, test, vi } from 'vitest';
import { CliError } from '../core/exit.ts';
import {
  hostileText,
  passedReport,
  passedResultWithId,
  resultsOfEveryKind,
  sampleReport,
} from '../testing/report.ts';
import { folderWith, stubEnv } from '../testing/support.ts';
import { reportFormats, writeReports } from './files.ts';
import { prometheusReport } from './prometheus.ts';
import type { CheckReport } from './report.ts';

const results = [
  ...resultsOfEveryKind,
  passedResultWithId('a.b/c', { outcome: 'skipped', reason: hostileText }),
];
const report = sampleReport({
  results,
  target: hostileText,
  ended: hostileText,
  baselineProblems: [hostileText],
});

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
    got: `status 500 with ${hostileText}`,
    evidence: { method: 'POST', status: 500, requestBody: '{"programId":7}', durationMs: 32 },
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

test("Markdown holds a server's text in its cells", () => {
  const text = reportFormats['github-summary'](report);
  const [textOutsideFences = ''] = text.replace(/^```sh\n.*?^```$/gms, '').split('Answers seen');
  expect(textOutsideFences).not.toMatch(/<(?!br>|\/?details>|\/?summary>)|(?<!\\)`c`|\u202e/);
  const rows = textOutsideFences.split('\n').filter((line) => line.startsWith('|'));
  expect(rows).toHaveLength(6);
  for (const row of rows) expect(row.split('|')).toHaveLength(6);
  expect(text).toContain('## ❌ Admissions check: 1 check fails the run');
  expect(reportFormats['github-summary'](passedReport())).toContain(
    '## ✅ Admissions check: passed',
  );
});

test('reports are written, their folders made; one that fails is reported and keeps no other from it', async () => {
  const folder = await folderWith({ taken: 'a file' });
  const unwritablePath = join(folder, 'taken', 'x.json');
  const writablePath = join(folder, 'a', 'b', 'x.json');
  const writing = writeReports(sampleReport(), [
    { format: 'html', file: unwritablePath },
    { format: 'json', file: writablePath },
  ]);
  await expect(writing).rejects.toThrow(`--report: ${unwritablePath} cannot be written: `);
  await expect(writing).rejects.toMatchObject({ exitCode: 2 });
  await expect(writing).rejects.toBeInstanceOf(CliError);
  expect(JSON.parse(await readFile(writablePath, 'utf8')).schemaVersion).toBe(2);
});

test("what a step has written to GitHub's summary stays", async () => {
  const folder = await folderWith({ 'summary.md': '# Nightly\n\n', 'other.md': 'old' });
  const file = join(folder, 'summary.md');
  const otherPath = join(folder, 'other.md');
  stubEnv({ GITHUB_STEP_SUMMARY: file });
  await writeReports(sampleReport(), [
    { format: 'github-summary', file },
    { format: 'github-summary', file: otherPath },
  ]);
  expect(await readFile(file, 'utf8')).toMatch(/^# Nightly\n\n## ❌ Admissions check/);
  expect(await readFile(otherPath, 'utf8')).toMatch(/^## ❌/);
});

test('"-" is stdout', async () => {
  const write = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await writeReports(sampleReport(), [{ format: 'json', file: '-' }]);
  const text = write.mock.calls.join('');
  write.mockRestore();
  expect(JSON.parse(text).exitCode).toBe(1);
});

describe('Prometheus', () => {
  const step = (id: string, ms: number) => passedResultWithId(id, { ms });
  const smoke: CheckReport = {
    ...sampleReport({ command: 'smoke', target: hostileText, ms: 2500 }),
    results: [...resultsOfEveryKind, step('journey/exam', 250), step('journey/pay', 0)],
  };
  const samples = (report: CheckReport) => {
    const lines = prometheusReport(report)
      .split('\n')
      .filter((line) => /^[^#]/.test(line));
    const parsedLines = lines.map(
      (line) => /^(\w+)\{(.*)\} (\S+)$/s.exec(line)?.slice(1) ?? [line],
    );
    return parsedLines.map(([name, labels = '', value]) => {
      const [, label = ''] =
        /,([^,]*)$/.exec(labels.replace(/^.*target="(\\.|[^"\\])*"/, '')) ?? [];
      return `${name} ${label} ${value}`;
    });
  };

  test('tells when, how long, how it ended, and when it was last good', () => {
    const startSeconds = '1772337907';
    expect(samples({ ...smoke, lastGood: new Date('2026-02-28T04:05:06Z') })).toEqual([
      `admissions_run_timestamp_seconds  ${startSeconds}`,
      'admissions_run_duration_seconds  2.5',
      'admissions_run_requests  958',
      'admissions_run_verdict verdict="GOOD" 0',
      'admissions_run_verdict verdict="BROKEN" 1',
      ...['MISCONFIGURED', 'NOT REACHED', 'WAITING', 'NO MAIL', 'SLOW', 'INTERRUPTED'].map(
        (verdict) => `admissions_run_verdict verdict="${verdict}" 0`,
      ),
      'admissions_checks outcome="passed" 4',
      'admissions_checks outcome="failed" 4',
      'admissions_checks outcome="blocked" 1',
      'admissions_checks outcome="waiting" 1',
      'admissions_checks outcome="skipped" 1',
      ...smoke.results
        .filter(({ ms }) => ms > 0)
        .map(({ check, ms }) => `admissions_step_duration_seconds step="${check.id}" ${ms / 1000}`),
      'admissions_last_good_run_timestamp_seconds  1772251506',
    ]);
    expect(samples({ ...smoke, exitCode: 0 })).toContain(
      `admissions_last_good_run_timestamp_seconds  ${startSeconds}`,
    );
    expect(samples(sampleReport()).join()).not.toMatch(/last_good|step_/);
  });

  test('has a help and a type before the samples of a name, and labels from which nothing breaks out', () => {
    const samplePattern =
      /^(admissions_[a-z_]+)\{([a-z]+="(?:[^"\\\n]|\\[\\"n])*",?)+\} \d+(\.\d+)?$/;
    let name: string | undefined;
    for (const line of prometheusReport(smoke).trimEnd().split('\n')) {
      const [, comment, subject] = /^# (HELP|TYPE) (admissions_[a-z_]+) /.exec(line) ?? [];
      if (comment === 'HELP') name = subject;
      if (comment === 'TYPE') expect(line).toBe(`# TYPE ${name} gauge`);
      if (!comment) expect(samplePattern.exec(line)?.[1], line).toBe(name);
    }
  });

  const promtool = spawnSync('promtool', ['--version']).error;
  test.skipIf(promtool)("is taken by Prometheus' own linter", () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: prometheusReport({ ...smoke, lastGood: smoke.startedAt }),
      encoding: 'utf8',
    });
    expect([status, stdout, stderr]).toEqual([0, '', '']);
  });
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
    const [, elementText = ''] = new RegExp(`<${name}>(.*)</${name}>`, 's').exec(page) ?? [];
    expect(page).toContain(`'sha256-${createHash('sha256').update(elementText).digest('base64')}'`);
  }
  const [, script = ''] = /<script>(.*)<\/script>/s.exec(page) ?? [];
  expect(() => new Function(script)).not.toThrow();
});

test('every check is there once; what fails the run is on top and open', () => {
  const document = parse(page);
  const shownResults = [...document.querySelectorAll('.result')];
  expect(shownResults.map(({ id }) => id).sort()).toEqual(
    results.map(({ check }) => check.id).sort(),
  );
  expect(shownResults[0]?.id).toBe('exams.create/twice');
  expect(shownResults.filter((result) => result.hasAttribute('open'))).toHaveLength(1);
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
  expect(parse(reportFormats.html(passedReport())).querySelector('.verdict')?.className).toBe(
    'verdict good',
  );
});
