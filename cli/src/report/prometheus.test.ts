import { expect, test } from 'vitest';
import { prometheusReport } from './prometheus.ts';
import { aReport, nasty } from './testing/report.ts';

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
