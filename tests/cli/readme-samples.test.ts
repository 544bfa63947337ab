/** The command prints what the README shows of it: times, ids and days do not count. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, serveMock } from '../../cli/src/testing/support.ts';
import { readCodeBlocks, readProjectFile } from '../support/documents.ts';
import { runAdmissions } from '../support/run-command.ts';

const readme = readCodeBlocks(await readProjectFile('README.md')).map(({ text }) => text);

/** These differ in each run, and so does the space around some of them. */
function settled(text: string): string {
  return text
    .replace(/https?:\/\/(127\.0\.0\.1:\d+|staging\.college\.example)/g, 'BACKEND')
    .replace(/\b[\w.]+\+[0-9a-f]{10}@[\w.]+/g, 'APPLICANT')
    .replace(/admissions-[0-9a-f]{8}-\d+/g, 'REQUEST')
    .replace(/\d{4}-\d\d-\d\d \d\d:\d\d UTC/g, 'DAY')
    .replace(/ +\d[\d.,]* (ms|s)\b/g, ' TIME')
    .replace(/\{"firstName":.*\}/g, '{"firstName": …}')
    .trim();
}

/** The block that has a line like this, without the command that stands above it. */
function sample(line: RegExp): string {
  const found = readme.filter((text) => line.test(text));
  expect(found, `one block with ${line}`).toHaveLength(1);
  return settled((found[0] ?? '').replace(/^\$ .*\n/, ''));
}

/** The parts of a sample between its "…" stand in the output, in that order. */
function expectParts(output: string, shown: string): void {
  let from = 0;
  for (const part of shown.split(/^…\n/m)) {
    const at = settled(output).indexOf(part.trim(), from);
    expect(at, `${part}\nin\n${settled(output)}`).toBeGreaterThanOrEqual(0);
    from = at;
  }
}

describe('the README shows', () => {
  test('a journey as it is printed', async () => {
    const { stdout } = await runAdmissions('journey');
    expect(settled(stdout)).toBe(sample(/^Journey on the embedded mock/m));
  });

  test('a step that failed as it is printed', async () => {
    const target = await serveMock({ faults: ['login-500'] });
    const { stdout } = await runAdmissions('journey', '--target', target);
    expectParts(stdout, sample(/^The backend broke the contract at step/m));
  });

  test('a finding as it is printed', async () => {
    const target = await serveMock({ faults: ['register-200'] });
    const one = ['--only', 'applicants.register/answers'];
    const { stdout } = await runAdmissions('check', '--target', target, ...one);
    expectParts(stdout, sample(/^✗ applicants\.register MUST/m));
  });

  test('a night that waits as it is printed', async () => {
    const folder = await folderWith({
      'c.json': { staff: { use: 'none' }, email: 'nightly+{run}@college.example' },
    });
    const files = { config: 'c.json', 'last-good': 'last-good.json', save: 'run.json' };
    const { stdout } = await runAdmissions(
      ...['smoke', '--target', await serveMock()],
      ...Object.entries(files).flatMap(([flag, file]) => [`--${flag}`, join(folder, file)]),
    );
    expectParts(stdout.replaceAll(`${folder}/`, ''), sample(/^WAITING: for staff/m));
  });
});
