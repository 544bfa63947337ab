/** The command prints what the README shows; times, ids and days are ignored. */
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolderWith, serveMock, stubEnv } from '../../cli/src/testing/support.ts';
import { readCodeBlocks, readProjectFile } from '../support/documents.ts';
import { runAdmissions } from '../support/run-command.ts';

const readmeBlockTexts = readCodeBlocks(await readProjectFile('README.md')).map(({ text }) => text);

/** Replaces what differs in each run by a fixed word: addresses, ids, days and times, with the space before a time. */
function maskVariableParts(text: string): string {
  return text
    .replace(/https?:\/\/(127\.0\.0\.1:\d+|staging\.college\.example)/g, 'BACKEND')
    .replace(/\b[\w.]+\+[0-9a-f]{10}@[\w.]+/g, 'APPLICANT')
    .replace(/admissions-[0-9a-f]{8}-\d+/g, 'REQUEST')
    .replace(/\d{4}-\d\d-\d\d( \d\d:\d\d UTC|(?=\.run))/g, 'DAY')
    .replace(/ +\d[\d.,]* (ms|s)\b/g, ' TIME')
    .replace(/\{"firstName":.*\}/g, '{"firstName": …}')
    .trim();
}

/** @returns the README's one code block with such a line, without its command line, masked */
function findSample(linePattern: RegExp): string {
  const matchingBlocks = readmeBlockTexts.filter((text) => linePattern.test(text));
  expect(matchingBlocks, `one block with ${linePattern}`).toHaveLength(1);
  return maskVariableParts((matchingBlocks[0] ?? '').replace(/^\$ .*\n/, ''));
}

/** Expects that the output has the parts between the sample's "…" lines, in that order. */
function expectParts(output: string, sample: string): void {
  let searchPosition = 0;
  for (const samplePart of sample.split(/^…\n/m)) {
    const index = maskVariableParts(output).indexOf(samplePart.trim(), searchPosition);
    expect(index, `${samplePart}\nin\n${maskVariableParts(output)}`).toBeGreaterThanOrEqual(0);
    searchPosition = index;
  }
}

describe('the README shows', () => {
  test('the output of a finding', async () => {
    const target = await serveMock({ faults: ['register-200'] });
    const onlyFlags = ['--only', 'applicants.register/answers'];
    const { stdout } = await runAdmissions('check', '--target', target, ...onlyFlags);
    expectParts(stdout, findSample(/^✗ applicants\.register MUST/m));
  });

  test('the output of a nightly run that waits', async () => {
    const folder = await makeFolderWith({
      'c.json': {
        profiles: {
          staging: {
            target: await serveMock(),
            staff: { use: 'none' },
            email: 'nightly+{run}@college.example',
          },
        },
      },
    });
    stubEnv({ ADMISSIONS_CONFIG: join(folder, 'c.json') });
    const fileNamesByFlag = {
      'last-good': 'last-good.json',
      save: 'reports/{date}.run.json',
    };
    const { stdout } = await runAdmissions(
      ...['smoke', '--profile', 'staging'],
      ...Object.entries(fileNamesByFlag).flatMap(([flag, file]) => [
        `--${flag}`,
        join(folder, file),
      ]),
    );
    expectParts(stdout.replaceAll(`${folder}/`, ''), findSample(/^WAITING: for staff/m));
  });
});
