/**
 * Limits that a guide tells are those of the code that keeps them, and no page grows beyond what its readers have time
 * for. Figures of runs are written by `npm run prove`.
 */
import { readdir } from 'node:fs/promises';
import { limits } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { minCertificateDays } from '../cli/src/backend/certificate.ts';
import { maxScriptKilobytes } from '../web/build/page-weights.ts';
import { projectRoot, readProjectFile } from './support/documents.ts';

/** @returns the number that a pattern finds in a file of the project, which may have a decimal point and underscores */
async function readFigure(path: string, pattern: RegExp): Promise<number> {
  const [, digits] = pattern.exec(await readProjectFile(path)) ?? [];
  expect(digits, `${path}: ${pattern}`).toBeDefined();
  return Number(digits?.replaceAll('_', ''));
}

const minuteMs = 60_000;
const bytesPerMegabyte = 1024 ** 2;

test.each<[page: string, pattern: RegExp, findFigure: () => number | Promise<number>]>([
  ['docs/nightly/README.md', /warns (\d+) days before its certificate/, () => minCertificateDays],
  [
    'docs/nightly/README.md',
    /`--slow MS` \(default (\d+)\)/,
    () => readFigure('cli/src/commands/smoke.ts', /slow: makeValueOption\([^)]*\),\s+(\d+)/),
  ],
  [
    'docs/nightly/README.md',
    /and\*\* (\d+) ms longer/,
    () => readFigure('cli/src/smoke/report.ts', /minSlowerByMs = ([\d_]+)/),
  ],
  [
    'docs/nightly/README.md',
    /mean over about (\w+) nights/,
    () => readFigure('cli/src/smoke/report.ts', /newTimeShare = 1 \/ (\d+)/),
  ],
  [
    'docs/for-backend-teams.md',
    /look every (\d+) seconds/,
    async () => (await readFigure('cli/src/backend/adapters.ts', /everyMs = ([\d_]+)/)) / 1000,
  ],
  [
    'docs/for-backend-teams.md',
    /for (\d+) minutes \(`everyMs`, `waitMs`\)/,
    async () => (await readFigure('cli/src/backend/adapters.ts', /waitMs = ([\d_]+)/)) / minuteMs,
  ],
  [
    'docs/for-backend-teams.md',
    /at most (\d+) minutes \(`timeoutMs`\)/,
    async () =>
      (await readFigure('cli/src/backend/external-systems.ts', /timeoutMs = ([\d_]+)/)) / minuteMs,
  ],
  [
    'docs/for-backend-teams.md',
    /answers take more than (\d+) seconds/,
    async () =>
      (await readFigure('cli/src/backend-checks/run.ts', /responseTimeLimitMs = ([\d_]+)/)) / 1000,
  ],
  [
    'docs/for-backend-teams.md',
    /and (\d+) s for large uploads/,
    async () =>
      (await readFigure('cli/src/backend-checks/run.ts', /uploadTimeLimitMs = ([\d_]+)/)) / 1000,
  ],
  [
    'docs/offline.md',
    /on the device for (\d+) days/,
    () => readFigure('web/src/offline/kept-entries.ts', /entryLifetimeMs = (\d+) \*/),
  ],
  [
    'docs/sdk.md',
    /PNG or JPEG up to (\d+) MB/,
    () => limits.files.receipt.maxBytes / bytesPerMegabyte,
  ],
  [
    'docs/sdk.md',
    /documents PDF up to (\d+) MB/,
    () => limits.files.educationDocument.maxBytes / bytesPerMegabyte,
  ],
  ['docs/offline.md', /it counts for (\d+) days/, () => limits.payment.windowDays],
  ['CONTRIBUTING.md', /more than (\d+) KB of script/, () => maxScriptKilobytes.anyOther],
  [
    'SECURITY.md',
    /limit of size \((\d+) MB\)/,
    () => readFigure('cli/src/core/files.ts', /maxFileBytes = (\d+) \*/),
  ],
])('%s: %s', async (page, pattern, findFigure) => {
  expect(await readFigure(page, pattern)).toBe(await findFigure());
});

const listPages = async (folder: string) =>
  (await readdir(new URL(folder, projectRoot)))
    .filter((file) => file.endsWith('.md'))
    .map((file) => `${folder}${file}`);

test.each<[subject: string, maxWords: number, paths: readonly string[]]>([
  ['the README', 1_200, ['README.md']],
  ['CONTRIBUTING', 1_600, ['CONTRIBUTING.md']],
  ['the decisions', 3_000, ['docs/decisions/README.md']],
  [
    'all guides together',
    22_000,
    [
      ...(await listPages('docs/')),
      ...(await listPages('docs/frameworks/')),
      'docs/nightly/README.md',
    ],
  ],
])('%s may have %i words', async (_subject, maxWords, paths) => {
  const texts = await Promise.all(paths.map(readProjectFile));
  const wordCount = texts.flatMap((text) => text.split(/\s+/).filter(Boolean)).length;
  expect(wordCount).toBeGreaterThan(maxWords / 2);
  expect(wordCount).toBeLessThanOrEqual(maxWords);
});
