import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test, vi } from 'vitest';
import { CliError } from '../process/exit.ts';
import { folderWith } from '../process/testing/folder.ts';
import { writeReports } from './index.ts';
import { aReport } from './testing/report.ts';

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
