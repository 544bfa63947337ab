/** Runs checks on the second backend. */
import { createPolledMailbox } from '../../cli/src/backend/mailbox.ts';
import { createLinkReader, usualLinkPattern } from '../../cli/src/backend/mailed-link.ts';
import type { RunContext } from '../../cli/src/backend-checks/check.ts';
import { toAnswerKey } from '../../cli/src/core/configuration.ts';
import { CliError } from '../../cli/src/core/exit.ts';
import { runOnServer, settingsFor, siteOrigin } from '../prove/mock-server.ts';
import { startSecondBackend } from './index.ts';

/**
 * Starts a second backend in the dialect alternate, opens a run on it and closes both when `run` has ended.
 * @param sql changes its database
 * @returns what `run` returns
 */
export async function runOnSecondBackend<T>(
  run: (runContext: RunContext) => Promise<T>,
  sql: string,
): Promise<T> {
  const loadedSettings = await settingsFor('alternate');
  // The settings only need some provider: the functions below replace its adapter.
  const settings = { ...loadedSettings, provider: { use: 'command' as const, command: ['node'] } };
  const startBackend = async () => {
    const backend = await startSecondBackend({ siteOrigin, sql });
    const examKey = await (await fetch(`${backend.url}/ops/exam-key.json`)).json();
    settings.answerKey = toAnswerKey(examKey as Record<string, string>);
    return backend;
  };
  return runOnServer(startBackend, settings, (runContext, url) => {
    const staff = {
      decide: (decision: string, { applicantEmail }: { applicantEmail: string }) =>
        postAndCheck(`${url}/ops/staff/${decision}?email=${encodeURIComponent(applicantEmail)}`),
    };
    const provider = {
      pay: (pageUrl: string) =>
        postAndCheck(`${url}/ops/provider/paid/${pageUrl.split('/').at(-1)}`),
    };
    Object.assign(runContext.helpers, { mailbox: createMailbox(url), staff, provider });
    return run(runContext);
  });
}

/** A mailbox that reads the backend's outbox in this process: the adapter program would start once for each mail. */
function createMailbox(url: string) {
  const findMails = async (email: string) => {
    const response = await fetch(`${url}/ops/mail?to=${encodeURIComponent(email)}`);
    const mails = (await response.json()) as { sentAt: string; text: string }[];
    return mails.map(({ sentAt, text }, index) => ({
      ...{ id: `${email} ${mails.length - index}`, to: [email], text, html: '' },
      // The fraction keeps the order, newest first, of mails that were sent in the same millisecond.
      receivedAt: Date.parse(sentAt) + (mails.length - index) / 1000,
    }));
  };
  return createPolledMailbox(
    { find: findMails },
    {
      waitMs: 3000,
      everyMs: 20,
      linkReader: createLinkReader({
        linkPattern: usualLinkPattern,
        siteOrigin,
        backendOrigin: url,
      }),
      storeName: url,
      showLine: () => {},
    },
  );
}

async function postAndCheck(address: string): Promise<void> {
  const response = await fetch(address, { method: 'POST' });
  if (!response.ok) throw new CliError(`${address} answered ${response.status}`);
}
