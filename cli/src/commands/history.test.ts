import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { nights } from '../history/testing/nights.ts';
import { folderWith } from '../process/testing/folder.ts';
import { runCli } from './testing/run-cli.ts';

const lines = (entries: readonly object[]) =>
  entries.map((one) => `${JSON.stringify(one)}\n`).join('');
const monthFile = async () => join(await folderWith({ 'n.ndjson': lines(nights()) }), 'n.ndjson');

describe('a month of nights', () => {
  test('is told by availability, weeks, changes and times', async () => {
    const { code, stdout } = await runCli('history', await monthFile());
    expect(code).toBe(0);
    expect(stdout).toMatch(/smoke: 30 runs from 2026-10-26 to 2026-11-24/);
    expect(stdout).toMatch(/Available +89\.7 % \(26 of 29 runs that could tell\)/);
    expect(stdout).toMatch(/Now +GOOD for 7 runs/);
    expect(stdout).toMatch(/ 2026-10-26 {2}·····BB +71\.4 %/);
    expect(stdout).toMatch(
      /2026-10-31 01:00 {2}GOOD → BROKEN after 5 runs\n +auth\.login: expected/,
    );
    expect(stdout).toMatch(/auth\.login +29 +94 +190 +192 +93 +92 +186 +93 +90$/m);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  test('is one page of HTML, and data for others', async () => {
    const file = await monthFile();
    const [html, json] = [`${file}.html`, `${file}.json`];
    await runCli('history', file, '--report', `html=${html}`, '--report', `json=${json}`);
    const page = await readFile(html, 'utf8');
    expect(page.match(/class="night good"/g)).toHaveLength(24);
    expect(page).toMatch(/<svg/);
    expect(page).not.toMatch(/https?:\/\/[^s]/);
    expect(JSON.parse(await readFile(json, 'utf8'))[0].entries).toHaveLength(30);
  });
});

test('a run that is cut off in the middle costs its own line and no other', async () => {
  const file = join(
    await folderWith({ 'n.ndjson': `${lines(nights(2))}{"version":1,"at"` }),
    'n.ndjson',
  );
  const { stdout, stderr } = await runCli('history', file);
  expect([stdout, stderr]).toEqual([
    expect.stringMatching(/2 runs/),
    expect.stringMatching(/1 lines .* left out/),
  ]);
  await runCli('smoke', '--history', file);
  const kept = (await readFile(file, 'utf8')).trim().split('\n');
  expect(JSON.parse(kept.at(-1) ?? '').verdict).toMatch(/^GOOD/);
});

test('a file without nights, or of something else, is told with what writes one', async () => {
  const folder = await folderWith({ 'other.json': '{"a":1}\n' });
  const none = await runCli('history', join(folder, 'none.ndjson'));
  expect([none.code, none.stderr]).toEqual([
    2,
    expect.stringMatching(/has no runs: admissions smoke --history/),
  ]);
  const other = join(folder, 'other.json');
  const wrong = await runCli('smoke', '--history', other);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/holds no history/)]);
  expect(await readFile(other, 'utf8')).toBe('{"a":1}\n');
});

test('what a run writes has its verdict, its times and what failed first, and no secret', async () => {
  const mock = await serve(await createBackend({ faults: ['login-500'] }));
  onTestFinished(mock.close);
  const file = join(await folderWith({}), 'kept', 'n.ndjson');
  await runCli('smoke', '--history', file);
  await runCli('smoke', '--target', mock.url, '--history', file);
  const [good, bad] = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(good).toMatchObject({
    command: 'smoke',
    exitCode: 0,
    verdict: expect.stringMatching(/^GOOD/),
  });
  expect(Object.keys(good.operations)).toContain('exams.create');
  expect(good).not.toHaveProperty('finding');
  expect(bad).toMatchObject({
    exitCode: 1,
    finding: { id: 'journey/log-in', curl: expect.stringMatching(/^curl/) },
  });
  expect(await readFile(file, 'utf8')).not.toMatch(/Bearer [^$]|"password\\":\\"(?!\[hidden)/);
});

test('only the last days are shown where that is asked for', async () => {
  const file = await monthFile();
  const old = nights(1)[0];
  const recent = { ...old, at: new Date().toISOString() };
  await writeFile(file, lines([...nights(2), recent]));
  expect((await runCli('history', file, '--days', '3')).stdout).toMatch(/: 1 run from/);
});
