/** Starts a backend from a copy of its source, and runs the checks on it. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { usualPatterns } from '../../../cli/src/adapters/mailbox/mail.ts';
import { polledMailbox } from '../../../cli/src/adapters/mailbox/polled.ts';
import type { RunContext } from '../../../cli/src/checks/context.ts';
import { toAnswerKey } from '../../../cli/src/config/answer-key.ts';
import { CliError } from '../../../cli/src/process/exit.ts';
import type { createBackend } from '../../../mocks/src/backend.ts';
import type { serve } from '../../../mocks/src/node.ts';
import type { startSecondBackend } from '../../second-backend/index.ts';
import { questions } from '../../second-backend/questions.ts';
import { onStarted, settingsFor, siteOrigin } from '../broken-server.ts';
import { type TargetName, targets } from './targets.ts';

/** Answers that never come are given up early: an intact backend answers in milliseconds. */
const timeoutMs = 5000;

/** Runs something on a new backend of a loaded copy. */
export type OnBackend = <T>(run: (runContext: RunContext) => Promise<T>) => Promise<T>;

/** @param folder holds the copy */
export async function load(target: TargetName, folder: string): Promise<OnBackend> {
  const from = (name: string) =>
    import(pathToFileURL(join(folder, targets[target].place, name)).href);
  return target === 'mock' ? loadMock(from) : loadSecond(from);
}

async function loadMock(from: (name: string) => Promise<unknown>): Promise<OnBackend> {
  const own = (await from('src/backend.ts')) as { createBackend: typeof createBackend };
  const node = (await from('src/node.ts')) as { serve: typeof serve };
  const settings = await settingsFor('canonical', timeoutMs);
  return (run) =>
    onStarted(async () => node.serve(await own.createBackend({ siteOrigin })), settings, run);
}

async function loadSecond(from: (name: string) => Promise<unknown>): Promise<OnBackend> {
  const own = (await from('index.ts')) as { startSecondBackend: typeof startSecondBackend };
  const key = Object.fromEntries(questions.map(({ text, right }) => [text, right]));
  const settings = { ...(await settingsFor('alternate', timeoutMs)), answerKey: toAnswerKey(key) };
  return (run) =>
    onStarted(
      () => own.startSecondBackend({ siteOrigin }),
      settings,
      (runContext, url) => {
        const staff = {
          decide: (decision: string, about: { email: string }) =>
            decide(url, decision, about.email),
        };
        Object.assign(runContext.helpers, { mailbox: mailboxAt(url), staff });
        return run(runContext);
      },
    );
}

/** Its outbox, read in this process: its mail program would start once for each mail. */
function mailboxAt(url: string) {
  const find = async (email: string, since: number) => {
    const answer = await fetch(`${url}/ops/mail?to=${encodeURIComponent(email)}`);
    const mails = (await answer.json()) as { sentAt: string; text: string }[];
    return mails
      .map(({ sentAt, text }, at) => ({
        ...{ id: `${email} ${mails.length - at}`, to: [email], text, html: '' },
        // Newest first, also those of one millisecond.
        receivedAt: Date.parse(sentAt) + (mails.length - at) / 1000,
      }))
      .filter(({ receivedAt }) => receivedAt >= since);
  };
  return polledMailbox(
    { find },
    { waitMs: 3000, everyMs: 20, patterns: usualPatterns, siteOrigin, where: url, tell: () => {} },
  );
}

async function decide(url: string, decision: string, email: string): Promise<void> {
  const path = `/ops/staff/${decision}?email=${encodeURIComponent(email)}`;
  const answer = await fetch(`${url}${path}`, { method: 'POST' });
  if (!answer.ok) throw new CliError(`staff cannot ${decision}: ${answer.status}`);
}
