/** A backend that shares no code with ours passes all checks, through its own mail and staff programs. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { admissions } from '../admissions.ts';
import { startSecondBackend } from './index.ts';

const siteOrigin = 'https://admissions.example.com';
const adapter = (name: string) => fileURLToPath(new URL(`adapters/${name}`, import.meta.url));

let folder: string;
let backend: Awaited<ReturnType<typeof startSecondBackend>>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'second-'));
  backend = await startSecondBackend({ siteOrigin });
  const { url } = backend;
  const key = await (await fetch(`${url}/ops/exam-key.json`)).text();
  const command = (name: string) => ({ use: 'command', command: ['node', adapter(name), url] });
  const config = {
    target: url,
    dialect: 'alternate',
    siteOrigin,
    examKey: 'key.json',
    mailbox: command('mail.mjs'),
    staff: command('staff.mjs'),
  };
  await writeFile(join(folder, 'key.json'), key);
  await writeFile(join(folder, 'config.json'), JSON.stringify(config));
});
afterAll(async () => {
  await backend.close();
  await rm(folder, { recursive: true });
});

/** Left open by the specification; this backend reads it its own way. */
const readsOtherwise = ['payments.getReceipt/others/receipt'];

test('its answers, states, owners and promises are found right', async () => {
  const report = join(folder, 'report.json');
  const config = ['--config', join(folder, 'config.json')];
  // All checks take half a minute here, because each mail is a process; `npm run prove` runs them all.
  const some = [
    '*/answers',
    '*/moves-on',
    '*/others/*',
    '*/once',
    '*/temporary',
    '*/without-token',
    '*/preflight',
  ];
  const only = some.flatMap((glob) => ['--only', glob]);
  const { exitCode, stdout } = await admissions(
    'check',
    ...config,
    ...only,
    '--report',
    `json=${report}`,
  );
  expect(stdout).toContain(' passed');
  expect(exitCode).toBe(0);
  const { results } = JSON.parse(await readFile(report, 'utf8')) as {
    results: { id: string; outcome: string }[];
  };
  const others = results.filter(({ outcome }) => outcome !== 'passed' && outcome !== 'skipped');
  expect(others.map(({ id }) => id)).toEqual(readsOtherwise);
});

test('its dialect is found by harmless requests', async () => {
  const { exitCode, stderr } = await admissions('detect', '--target', backend.url);
  expect(stderr).toContain('The backend speaks alternate');
  expect(exitCode).toBe(0);
});
