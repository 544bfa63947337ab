/** Runs the command `admissions` on a second backend. */

import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { makeFolderWith } from '../../cli/src/testing/support.ts';
import { runAdmissions } from '../support/run-command.ts';
import { startSecondBackend } from './index.ts';
import type { ReadingName } from './world.ts';

const siteOrigin = 'https://admissions.example.com';
const adapterPath = (name: string) => fileURLToPath(new URL(`adapters/${name}`, import.meta.url));

/** Ids of checks that fail on this backend, which reads an open point of the specification differently. */
export const expectedFailureIds = ['payments.getReceipt/others/receipt'];

/**
 * Starts a second backend until the test ends.
 * @returns it, and a function that runs the command on it in dialect canonical
 */
async function startWithCommand(reading: ReadingName) {
  const backend = await startSecondBackend({ siteOrigin, reading });
  onTestFinished(backend.close);
  const { url } = backend;
  const makeCommandAdapter = (name: string) => ({
    use: 'command',
    command: ['node', adapterPath(name), url],
  });
  const folder = await makeFolderWith({
    'key.json': await (await fetch(`${url}/ops/exam-key.json`)).text(),
    'config.json': {
      target: url,
      dialect: 'canonical',
      siteOrigin,
      examKey: 'key.json',
      mailbox: makeCommandAdapter('mail.mjs'),
      staff: makeCommandAdapter('staff.mjs'),
      provider: makeCommandAdapter('pay.mjs'),
    },
  });
  const runOnSecondBackend = (commandName: string, ...flags: string[]) =>
    runAdmissions(commandName, '--config', join(folder, 'config.json'), ...flags);
  return { backend, run: runOnSecondBackend };
}

/**
 * Walks an applicant on a second backend, with the adapter programs of docs/for-backend-teams.md.
 * @returns the command's result
 */
export async function walkSecondBackend(paymentMethod: 'offline' | 'arifpay') {
  const { run } = await startWithCommand('canonical');
  return run('journey', '--pay', paymentMethod);
}

/**
 * Runs `admissions detect` on a second backend, without and with `--register`.
 * @returns the two printed dialects, and the number of applicants after each run
 */
export async function detectSecondBackend() {
  const { run, backend } = await startWithCommand('alternate');
  const partialDialect: unknown = JSON.parse((await run('detect')).stdout);
  const applicantCountBefore = await backend.countApplicants();
  const fullDialect: unknown = JSON.parse((await run('detect', '--register')).stdout);
  return {
    partialDialect,
    fullDialect,
    applicantCounts: [applicantCountBefore, await backend.countApplicants()],
  };
}
