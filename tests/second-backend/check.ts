/** Runs the command on a second backend. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { folderWith } from '../../cli/src/testing/support.ts';
import { runAdmissions } from '../support/run-command.ts';
import { startSecondBackend } from './index.ts';
import type { ReadingName } from './world.ts';

const siteOrigin = 'https://admissions.example.com';
const adapter = (name: string) => fileURLToPath(new URL(`adapters/${name}`, import.meta.url));

/** The specification leaves these open, and this backend reads them its own way. */
export const readsOtherwise = ['payments.getReceipt/others/receipt'];

/** Starts a second backend until the test ends. @returns it, and what runs the command on it in the dialect canonical */
async function startWithCommand(reading: ReadingName) {
  const backend = await startSecondBackend({ siteOrigin, reading });
  onTestFinished(backend.close);
  const { url } = backend;
  const command = (name: string) => ({ use: 'command', command: ['node', adapter(name), url] });
  const folder = await folderWith({
    'key.json': await (await fetch(`${url}/ops/exam-key.json`)).text(),
    'config.json': {
      target: url,
      dialect: 'canonical',
      siteOrigin,
      examKey: 'key.json',
      mailbox: command('mail.mjs'),
      staff: command('staff.mjs'),
      provider: command('pay.mjs'),
    },
  });
  const run = (name: string, ...flags: string[]) =>
    runAdmissions(name, '--config', join(folder, 'config.json'), ...flags);
  return { backend, run };
}

/**
 * Walks an applicant on a second backend, with the programs that docs/for-backend-teams.md names.
 * @param pay how the fee is paid @returns the exit code, and what the command printed
 */
export async function walkSecondBackend(pay: 'offline' | 'arifpay') {
  const { run } = await startWithCommand('canonical');
  return run('journey', '--pay', pay);
}

/** Runs `admissions detect` on a second backend, without and with an applicant. @returns the dialects it printed, and how many applicants there were after each run */
export async function detectSecondBackend() {
  const { run, backend } = await startWithCommand('alternate');
  const harmless: unknown = JSON.parse((await run('detect')).stdout);
  const before = await backend.applicants();
  const registering: unknown = JSON.parse((await run('detect', '--register')).stdout);
  return { harmless, registering, applicants: [before, await backend.applicants()] };
}
