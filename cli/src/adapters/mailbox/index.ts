import type { MockPages } from '../../backend/mock-pages.ts';
import type { PageAccess } from '../../backend/open-page.ts';
import { commandMailbox } from './command.ts';
import type { MailSource } from './mail.ts';
import { usualPatterns } from './mail.ts';
import type { Mailbox } from './mailbox.ts';
import { mockSource } from './mock.ts';
import { polledMailbox } from './polled.ts';
import { promptMailbox } from './prompt.ts';
import type { MailboxSettings } from './settings.ts';

export type { Mailbox } from './mailbox.ts';

/** What an adapter may need of the run. */
export interface MailboxTools {
  /** The mock's helpers. */
  mockPages: MockPages;
  access: PageAccess;
  /** Called with a line about how the waiting goes. */
  tell?: ((line: string) => void) | undefined;
}

interface Settings {
  mailbox: MailboxSettings;
  /** Where paths and commands start. */
  folder: string;
  siteOrigin?: string | undefined;
}
/** Mail that is looked for again and again. */
type Polled = Exclude<MailboxSettings, { use: 'mock' | 'command' | 'prompt' }>;

/** The mock's mail is there as soon as its answer is. */
const mockPatience = { waitMs: 5000, everyMs: 200 };

/** @throws {CliError} (exit 2) when a password the adapter needs is not where the settings say */
export async function createMailbox(settings: Settings, tools: MailboxTools): Promise<Mailbox> {
  const { mailbox, folder, siteOrigin } = settings;
  if (mailbox.use === 'mock') {
    return polledMailbox(mockSource(tools.mockPages), {
      ...mockPatience,
      tell: tools.tell,
      siteOrigin,
      where: "the mock's outbox",
      patterns: usualPatterns,
    });
  }
  if (mailbox.use === 'command') return commandMailbox({ ...mailbox, folder });
  if (mailbox.use === 'prompt') return promptMailbox;
  const { waitMs = 120_000, everyMs = 2000, linkPattern, passwordPattern } = mailbox;
  return polledMailbox(await sourceOf(mailbox, tools.access, folder), {
    waitMs,
    everyMs,
    tell: tools.tell,
    siteOrigin,
    where: placeOf(mailbox),
    patterns: {
      link: linkPattern === undefined ? usualPatterns.link : new RegExp(linkPattern),
      password: passwordPattern === undefined ? undefined : new RegExp(passwordPattern),
    },
  });
}

/** Each is loaded when it is asked for: a run on the mock needs none of them. */
async function sourceOf(mailbox: Polled, access: PageAccess, folder: string): Promise<MailSource> {
  switch (mailbox.use) {
    case 'imap':
      return (await import('./imap.ts')).imapSource(mailbox, folder);
    case 'mailpit':
      return (await import('./mailpit.ts')).mailpitSource(mailbox, access, folder);
    case 'eml':
      return (await import('./eml.ts')).emlSource(mailbox.path, folder);
  }
}

function placeOf(mailbox: Polled): string {
  switch (mailbox.use) {
    case 'imap':
      return `${mailbox.user} at ${mailbox.host}`;
    case 'mailpit':
      return mailbox.url;
    case 'eml':
      return mailbox.path;
  }
}
