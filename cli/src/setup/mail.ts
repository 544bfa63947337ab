/** Where activation mail is found, and whether the run's applicants can get any. */
import { createMailbox } from '../adapters/mailbox/index.ts';
import { createMockPages } from '../backend/mock-pages.ts';
import type { Target } from '../backend/target.ts';
import { CliError, exitCodes } from '../process/exit.ts';
import {
  broken,
  type Found,
  missing,
  type PartSettings,
  ready,
  type Tools,
  untried,
} from './part.ts';
import { tryCommand } from './try-command.ts';

const anybody = 'nobody@example.com';
const mailboxLine = '"mailbox": { "use": "imap", "host": "imap.example.edu", "user": "nightly" }';
const emailLine = '"email": "nightly+{run}@example.edu"';

/** Looks into the mailbox once, as a run would. */
export async function tryMailbox(
  settings: PartSettings,
  { request }: Pick<Target, 'request'>,
  { origin, isMock, signal }: Tools,
): Promise<Found> {
  const { mailbox, folder, timeoutMs } = settings;
  if (mailbox.use === 'mock' && isMock === undefined) return untried;
  if (mailbox.use === 'mock' && !isMock) {
    return missing(
      'nobody reads the activation mail: without it, nobody gets past registration',
      mailboxLine,
    );
  }
  if (mailbox.use === 'prompt') return ready('you are asked for each link, at the terminal');
  if (mailbox.use === 'command') return tryCommand(mailbox.command, folder);
  try {
    const access = { request, timeoutMs };
    const mockPages = createMockPages(origin, access);
    const opened = await createMailbox(settings, { mockPages, access });
    try {
      await opened.seen(anybody, signal);
    } finally {
      await opened.close?.();
    }
    return ready(
      mailbox.use === 'mock' ? "the mock's outbox" : `${mailbox.use}: opened and searched`,
    );
  } catch (error) {
    if (signal.aborted) throw new CliError('interrupted', exitCodes.interrupted);
    return broken((error as Error).message);
  }
}

/** Whether mail to the run's applicants arrives anywhere. */
export function tryEmail({ mailbox, email }: PartSettings): Found {
  if (email !== undefined) return ready(email);
  if (mailbox.use === 'mock') return ready('any address will do on the mock');
  return missing('applicants get addresses at example.com, whose mail nobody reads', emailLine);
}
