import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { describe, expect, test, vi } from 'vitest';
import { CliError } from '../core/exit.ts';
import {
  hostileText,
  makePassedReport,
  makePassedResult,
  makeSampleReport,
  resultsOfEveryKind,
} from '../testing/report.ts';
import { makeFolderWith, stubEnv } from '../testing/support.ts';
import { renderersByFormat, writeReports } from './files.ts';
import { renderPrometheusReport } from './prometheus.ts';
import { type CheckReport, verdictWordsByExitCode } from './report.ts';

const results = [
  ...resultsOfEveryKind,
  makePassedResult('a.b/c', { outcome: 'skipped', reason: hostileText }),
];
const report = makeSampleReport({
  results,
  target: hostileText,
  ended: hostileText,
  baselineProblems: [hostileText],
});

test('JSON has all of it', () => {
  const jsonDocument = JSON.parse(renderersByFormat.json(report));
  expect(jsonDocument).toMatchObject({
    schemaVersion: 2,
    startedAt: '2026-03-01T04:05:06.789Z',
    exitCode: 1,
    counts: { total: 10, passed: 2, failed: 4, blocked: 1, waiting: 1, skipped: 2, failing: 1 },
    created: { applicants: ['check-1@example.edu', 'check-2@example.edu'] },
  });
  expect(jsonDocument.results[2]).toMatchObject({
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
  const junitXml = renderersByFormat.junit(report);
  expect(junitXml).not.toMatch(/(?![\t\n])\p{Cc}|\p{Cs}|[\ufffe\uffff]/u);
  const document = new new Window().DOMParser().parseFromString(junitXml, 'application/xml');
  const countElements = (name: string) => document.querySelectorAll(name).length;
  expect(countElements('parsererror')).toBe(0);
  const rootElement = document.documentElement;
  expect(rootElement.getAttribute('tests')).toBe(String(countElements('testcase')));
  expect(rootElement.getAttribute('failures')).toBe('1');
  expect([countElements('failure'), countElements('error'), countElements('skipped')]).toEqual([
    1, 1, 7,
  ]);
  const failureElement = document.querySelector(
    'testcase[classname="exams.create/twice"] > failure',
  );
  expect(failureElement?.textContent).toContain('got       status 500 with </script><img src=x');
  expect(junitXml).toContain(
    'message="known until 2026-06-30 (ticket 12: the old users): expected',
  );
  expect(junitXml).toContain('message="blocked by exams.create/twice: exams.create answered 500"');
});

test("Markdown holds a server's text in its cells", () => {
  const text = renderersByFormat['github-summary'](report);
  const [textOutsideFences = ''] = text.replace(/^```sh\n.*?^```$/gms, '').split('Answers seen');
  expect(textOutsideFences).not.toMatch(/<(?!br>|\/?details>|\/?summary>)|(?<!\\)`c`|\u202e/);
  const tableRows = textOutsideFences.split('\n').filter((line) => line.startsWith('|'));
  expect(tableRows).toHaveLength(6);
  for (const row of tableRows) expect(row.split('|')).toHaveLength(6);
  expect(text).toContain('## ❌ Admissions check: 1 check fails the run');
  expect(renderersByFormat['github-summary'](makePassedReport())).toContain(
    '## ✅ Admissions check: passed',
  );
});

test('reports are written, their folders made; one that fails is reported and keeps no other from it', async () => {
  const folder = await makeFolderWith({ taken: 'a file' });
  const unwritablePath = join(folder, 'taken', 'x.json');
  const writablePath = join(folder, 'a', 'b', 'x.json');
  const writePromise = writeReports(makeSampleReport(), [
    { format: 'html', path: unwritablePath },
    { format: 'json', path: writablePath },
  ]);
  await expect(writePromise).rejects.toThrow(`--report: ${unwritablePath} cannot be written: `);
  await expect(writePromise).rejects.toMatchObject({ exitCode: 2 });
  await expect(writePromise).rejects.toBeInstanceOf(CliError);
  expect(JSON.parse(await readFile(writablePath, 'utf8')).schemaVersion).toBe(2);
});

test("what a step has written to GitHub's summary stays", async () => {
  const folder = await makeFolderWith({ 'summary.md': '# Nightly\n\n', 'other.md': 'old' });
  const path = join(folder, 'summary.md');
  const otherPath = join(folder, 'other.md');
  stubEnv({ GITHUB_STEP_SUMMARY: path });
  await writeReports(makeSampleReport(), [
    { format: 'github-summary', path },
    { format: 'github-summary', path: otherPath },
  ]);
  expect(await readFile(path, 'utf8')).toMatch(/^# Nightly\n\n## ❌ Admissions check/);
  expect(await readFile(otherPath, 'utf8')).toMatch(/^## ❌/);
});

test('"-" is stdout', async () => {
  const stdoutWrite = vi.spyOn(process.stdout, 'write').mockReturnValue(true);
  await writeReports(makeSampleReport(), [{ format: 'json', path: '-' }]);
  const text = stdoutWrite.mock.calls.join('');
  stdoutWrite.mockRestore();
  expect(JSON.parse(text).exitCode).toBe(1);
});

describe('Prometheus', () => {
  const makeStepResult = (id: string, ms: number) => makePassedResult(id, { ms });
  const smokeReport: CheckReport = {
    ...makeSampleReport({ command: 'smoke', target: hostileText, ms: 2500 }),
    results: [
      ...resultsOfEveryKind,
      makeStepResult('journey/exam', 250),
      makeStepResult('journey/pay', 0),
    ],
  };
  const readSamples = (report: CheckReport) => {
    const lines = renderPrometheusReport(report)
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
    expect(readSamples({ ...smokeReport, lastGood: new Date('2026-02-28T04:05:06Z') })).toEqual([
      `admissions_run_timestamp_seconds  ${startSeconds}`,
      'admissions_run_duration_seconds  2.5',
      'admissions_run_requests  958',
      'admissions_run_verdict verdict="RUNNING" 0',
      'admissions_run_verdict verdict="PARTIAL" 0',
      'admissions_run_verdict verdict="GOOD" 0',
      'admissions_run_verdict verdict="BROKEN" 1',
      ...Object.values(verdictWordsByExitCode)
        .filter((verdict) => verdict !== 'GOOD' && verdict !== 'BROKEN')
        .map((verdict) => `admissions_run_verdict verdict="${verdict}" 0`),
      'admissions_checks outcome="passed" 4',
      'admissions_checks outcome="failed" 4',
      'admissions_checks outcome="blocked" 1',
      'admissions_checks outcome="waiting" 1',
      'admissions_checks outcome="skipped" 1',
      ...smokeReport.results
        .filter(({ ms }) => ms > 0)
        .map(({ check, ms }) => `admissions_step_duration_seconds step="${check.id}" ${ms / 1000}`),
      'admissions_last_good_run_timestamp_seconds  1772251506',
    ]);
    expect(readSamples({ ...smokeReport, exitCode: 0 })).toContain(
      `admissions_last_good_run_timestamp_seconds  ${startSeconds}`,
    );
    expect(readSamples(makeSampleReport()).join()).not.toMatch(/last_good|step_/);
  });

  test('names a partial run, which is no good one', () => {
    const verdict = { text: 'PARTIAL: NOT_ACTIVATED', tone: 'unsure', isPartial: true } as const;
    const samples = readSamples({ ...smokeReport, verdict, exitCode: 0 });
    expect(samples).toContain('admissions_run_verdict verdict="PARTIAL" 1');
    expect(samples).toContain('admissions_run_verdict verdict="GOOD" 0');
    expect(samples.join()).not.toContain('last_good');
  });

  test('has a help and a type before the samples of a name, and labels from which nothing breaks out', () => {
    const samplePattern =
      /^(admissions_[a-z_]+)\{([a-z]+="(?:[^"\\\n]|\\[\\"n])*",?)+\} \d+(\.\d+)?$/;
    let name: string | undefined;
    for (const line of renderPrometheusReport(smokeReport).trimEnd().split('\n')) {
      const [, comment, subject] = /^# (HELP|TYPE) (admissions_[a-z_]+) /.exec(line) ?? [];
      if (comment === 'HELP') name = subject;
      if (comment === 'TYPE') expect(line).toBe(`# TYPE ${name} gauge`);
      if (!comment) expect(samplePattern.exec(line)?.[1], line).toBe(name);
    }
  });

  const promtoolError = spawnSync('promtool', ['--version']).error;
  test.skipIf(promtoolError)("is taken by Prometheus' own linter", () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], {
      input: renderPrometheusReport({ ...smokeReport, lastGood: smokeReport.startedAt }),
      encoding: 'utf8',
    });
    expect([status, stdout, stderr]).toEqual([0, '', '']);
  });
});

const reportHtml = renderersByFormat.html(report);
const parseHtml = (html: string) => new new Window().DOMParser().parseFromString(html, 'text/html');

test("in HTML a server's text stays text", () => {
  const document = parseHtml(reportHtml);
  expect(document.querySelectorAll('img')).toHaveLength(0);
  expect(document.querySelectorAll('script')).toHaveLength(1);
  expect(reportHtml).not.toContain('<img');
  expect(reportHtml).not.toMatch(/(?![\t\n])\p{Cc}|\u202e/u);
  expect(document.querySelector('dd.got')?.textContent).toContain('</script><img src=x onerror=');
});

test('nothing is loaded, and nothing but its own style and script is run', () => {
  expect(reportHtml).not.toMatch(/\s(src|href)="(?!#|data:,")|@import|url\(/);
  for (const name of ['style', 'script']) {
    const [, elementText = ''] = new RegExp(`<${name}>(.*)</${name}>`, 's').exec(reportHtml) ?? [];
    expect(reportHtml).toContain(
      `'sha256-${createHash('sha256').update(elementText).digest('base64')}'`,
    );
  }
  const [, script = ''] = /<script>(.*)<\/script>/s.exec(reportHtml) ?? [];
  expect(() => new Function(script)).not.toThrow();
});

test('every check is there once; what fails the run is on top and open', () => {
  const document = parseHtml(reportHtml);
  const shownResults = [...document.querySelectorAll('.result')];
  expect(shownResults.map(({ id }) => id).sort()).toEqual(
    results.map(({ check }) => check.id).sort(),
  );
  expect(shownResults[0]?.id).toBe('exams.create/twice');
  expect(shownResults.filter((result) => result.hasAttribute('open'))).toHaveLength(1);
  expect(document.querySelector('a')?.getAttribute('href')).toBe('#exams.create%2Ftwice');
});

test('the header says the end, the table what was answered and why the rest was not', () => {
  const document = parseHtml(reportHtml);
  expect(document.querySelector('.verdict')?.textContent).toBe('1 check fails the run');
  const tileTexts = [...document.querySelectorAll('.tile')].map(({ textContent }) => textContent);
  expect(tileTexts).toEqual(['2 passed', '4 failed', '1 blocked', '1 waiting', '2 skipped']);
  const rowCells = [...document.querySelectorAll('tbody tr:nth-child(2) td')];
  expect(rowCells.map(({ textContent }) => textContent)).toEqual(['', '–', '✓2', '', '–', '✓1']);
  expect(rowCells[4]?.getAttribute('title')).toBe('the backend refuses with 401');
  expect(
    parseHtml(renderersByFormat.html(makePassedReport())).querySelector('.verdict')?.className,
  ).toBe('verdict good');
});
