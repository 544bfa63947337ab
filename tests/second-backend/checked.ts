/** Checks the second backend with the built command, through the backend's own mail and staff programs. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { admissions } from '../admissions.ts';
import { startSecondBackend } from './index.ts';

const siteOrigin = 'https://admissions.example.com';
const adapter = (name: string) => fileURLToPath(new URL(`adapters/${name}`, import.meta.url));

/** What the specification leaves open and this backend reads its own way. */
export const readsOtherwise = ['payments.getReceipt/others/receipt'];

/**
 * Starts a second backend and runs `admissions check` on it.
 * @param flags more of its flags, e.g. `--only`
 * @returns the exit code, how many checks passed, and the ids of those that neither passed nor were skipped
 */
export async function checkSecondBackend(...flags: string[]) {
  const folder = await mkdtemp(join(tmpdir(), 'second-'));
  const backend = await startSecondBackend({ siteOrigin });
  try {
    const { url } = backend;
    const command = (name: string) => ({ use: 'command', command: ['node', adapter(name), url] });
    const config = {
      target: url,
      dialect: 'alternate',
      siteOrigin,
      examKey: 'key.json',
      mailbox: command('mail.mjs'),
      staff: command('staff.mjs'),
    };
    const key = await (await fetch(`${url}/ops/exam-key.json`)).text();
    await writeFile(join(folder, 'key.json'), key);
    await writeFile(join(folder, 'config.json'), JSON.stringify(config));
    const report = join(folder, 'report.json');
    const files = ['--config', join(folder, 'config.json'), '--report', `json=${report}`];
    const { exitCode } = await admissions('check', ...files, ...flags);
    const { results } = JSON.parse(await readFile(report, 'utf8')) as {
      results: { id: string; outcome: string }[];
    };
    const idsOf = (...outcomes: string[]) =>
      results.filter(({ outcome }) => outcomes.includes(outcome)).map(({ id }) => id);
    const passed = idsOf('passed').length;
    return { exitCode, passed, others: idsOf('failed', 'blocked', 'waiting') };
  } finally {
    await backend.close();
    await rm(folder, { recursive: true });
  }
}
