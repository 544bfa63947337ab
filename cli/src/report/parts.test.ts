import { operations } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { makePassedReport, makePassedResult } from '../testing/report.ts';
import { renderHtmlReport } from './html.ts';
import { renderJsonReport } from './json.ts';
import { renderJunitReport } from './junit.ts';
import { renderMarkdownReport } from './markdown.ts';
import { countParts } from './parts.ts';
import { renderPrometheusReport } from './prometheus.ts';
import { formatTerminalReport } from './terminal.ts';

const makeFailedResult = (id: string) =>
  makePassedResult(id, { outcome: 'failed', got: '201 instead', fails: true });

const report = {
  ...makePassedReport(),
  command: 'check',
  results: [
    makePassedResult('exams.create/answers'),
    makePassedResult('exams.submit/answers', { outcome: 'skipped', reason: 'no exam key' }),
    makeFailedResult('applicants.createPassword/once'),
    makeFailedResult('applicants.createPassword/in/APPLIED'),
    makePassedResult('auth.login/answers'),
  ],
};

test('every operation belongs to a part of the journey', () => {
  const results = operations.map(({ name }) => makePassedResult(`${name}/answers`));
  const parts = countParts({ ...report, results }).map(({ part }) => part);
  expect(parts.length).toBeGreaterThan(5);
  expect(parts).not.toContain('server');
});

test('every report says how far each part is, in the order of the journey', () => {
  const partsText = 'accounts 1 of 3 · exam 1 of 1';
  for (const text of [
    formatTerminalReport(report).join('\n'),
    renderHtmlReport(report),
    renderMarkdownReport(report),
    renderJunitReport(report),
  ])
    expect(text).toContain(partsText);
  expect(JSON.parse(renderJsonReport(report)).parts).toEqual([
    { part: 'accounts', passed: 1, total: 3 },
    { part: 'exam', passed: 1, total: 1 },
  ]);
  expect(renderPrometheusReport(report)).toMatch(/part_checks_passed\{.*part="accounts"\} 1\n/);
});

test('a run of one part does not repeat its counts', () => {
  const results = [makePassedResult('auth.login/answers')];
  expect(countParts({ ...report, results })).toEqual([]);
});

test('findings of one cause are one section for people, and all of them stay in JSON', () => {
  const similarId = 'applicants.createPassword/in/APPLIED';
  const terminalText = formatTerminalReport(report).join('\n');
  expect(terminalText.match(/expected/g)?.length ?? 0).toBeLessThan(2);
  expect(terminalText).toContain(`also      ${similarId}`);
  expect(renderMarkdownReport(report)).toContain(`also \`${similarId}\``);
  expect(renderHtmlReport(report)).toContain('1 more check with the same answer');
  expect(
    JSON.parse(renderJsonReport(report)).results.filter(
      ({ outcome }: { outcome: string }) => outcome === 'failed',
    ),
  ).toHaveLength(2);
});
