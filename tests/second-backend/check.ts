/** Runs the command on a second backend. */

import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { admissions } from '../support/admissions.ts';
import { startSecondBackend } from './index.ts';
import type { ReadingName } from './world.ts';

const siteOrigin = 'https://admissions.example.com';
const adapter = (name: string) => fileURLToPath(new URL(`adapters/${name}`, import.meta.url));

/** The specification leaves these open, and this backend reads them its own way. */
export const readsOtherwise = ['payments.getReceipt/others/receipt'];

type Backend = Awaited<ReturnType<typeof startSecondBackend>>;
/** Runs the command with these words and a configuration for the backend. */
type Run = (...words: string[]) => ReturnType<typeof admissions>;

/** Starts a second backend and lets the command work on it in the dialect canonical, with a folder for its files. */
async function withSecondBackend<T>(
  reading: ReadingName,
  work: (run: Run, backend: Backend) => Promise<T>,
): Promise<T> {
  const folder = await mkdtemp(join(tmpdir(), 'second-'));
  const backend = await startSecondBackend({ siteOrigin, reading });
  try {
    const { url } = backend;
    const command = (name: string) => ({ use: 'command', command: ['node', adapter(name), url] });
    const config = {
      target: url,
      dialect: 'canonical',
      siteOrigin,
      examKey: 'key.json',
      mailbox: command('mail.mjs'),
      staff: command('staff.mjs'),
      provider: command('pay.mjs'),
    };
    const key = await (await fetch(`${url}/ops/exam-key.json`)).text();
    await writeFile(join(folder, 'key.json'), key);
    const file = join(folder, 'config.json');
    await writeFile(file, JSON.stringify(config));
    const run: Run = (name, ...flags) => admissions(name as string, '--config', file, ...flags);
    return await work(run, backend);
  } finally {
    await backend.close();
    await rm(folder, { recursive: true });
  }
}

/**
 * Walks an applicant on a second backend, with the programs that docs/for-backend-teams.md names.
 * @param pay how the fee is paid @returns the exit code, and what the command printed
 */
export async function walkSecondBackend(pay: 'offline' | 'arifpay') {
  return withSecondBackend('canonical', (run) => run('journey', '--pay', pay));
}

/** Runs `admissions detect` on a second backend, without and with an applicant. @returns the dialects it printed, and how many applicants there were after each run */
export async function detectSecondBackend() {
  return withSecondBackend('alternate', async (run, backend) => {
    const harmless: unknown = JSON.parse((await run('detect')).stdout);
    const before = await backend.applicants();
    const registering: unknown = JSON.parse((await run('detect', '--register')).stdout);
    return { harmless, registering, applicants: [before, await backend.applicants()] };
  });
}
