/** Opens the adapters of a run: mailbox, staff, provider and clean-up. */
import type { Id } from '@one-planet/contract';
import type { MailboxSettings, Settings } from '../core/settings.ts';
import { countText } from '../core/text.ts';
import { runProgram, sendConfiguredRequest } from './external-systems.ts';
import type { MailSource } from './mail.ts';
import {
  commandMailbox,
  emlSource,
  type Mailbox,
  mockSource,
  polledMailbox,
  promptMailbox,
} from './mailbox.ts';
import { linkReader, usualLinkPattern } from './mailed-link.ts';
import { createMockHelpers, type MockHelpers, type PageAccess } from './page-requests.ts';
import { createProvider, type Provider } from './provider.ts';
import { type AdapterTools, createStaff, type Staff } from './staff.ts';
import type { Target } from './target.ts';

/** Everything a run created on the backend, where it can be named. */
export interface CreatedRecords {
  applicants: readonly { email: string; id?: Id }[];
  uploads: readonly string[];
}

/**
 * Removes what a run created.
 * @returns one line that says what was done; `undefined` where no clean-up is set, or nothing was created
 * @throws {CliError} (exit 2, 3 or 4) when it failed
 */
export type CleanUp = (
  leftovers: CreatedRecords,
  signal: AbortSignal,
) => Promise<string | undefined>;

/** @param origin the backend's address, without /api */
function createCleanUp(
  { cleanUp, folder }: AdapterSettings,
  { origin, access }: { origin: string; access: PageAccess },
): CleanUp {
  return async (leftovers, signal) => {
    const { applicants, uploads } = leftovers;
    if (cleanUp.use === 'none' || applicants.length + uploads.length === 0) return undefined;
    if (cleanUp.use === 'command') {
      const input = `${JSON.stringify(leftovers)}\n`;
      await runProgram({ ...cleanUp, folder, input }, origin, { purpose: 'clean-up', signal });
      return `Given to the clean-up command: ${describeRecords(leftovers)}`;
    }
    for (const { email, id: applicantId } of applicants) {
      await sendConfiguredRequest(cleanUp.request, {
        system: 'clean-up',
        purpose: 'to remove an applicant',
        setting: 'cleanUp.request',
        values: { email, applicantId },
        isDone: (status) => status < 300 || status === 404,
        access,
        signal,
      });
    }
    return `Removed: ${countText(applicants.length, 'applicant')}`;
  };
}

function describeRecords({ applicants, uploads }: CreatedRecords): string {
  const parts = [countText(applicants.length, 'applicant'), countText(uploads.length, 'upload')];
  return parts.filter((part) => !part.startsWith('0 ')).join(', ');
}

/**
 * @param tools.origin the backend's address, without /api
 * @throws {CliError} (exit 2) when a password the adapter needs is not where the settings say
 */
export async function createMailbox(
  { mailbox, folder, siteOrigin }: Pick<AdapterSettings, 'mailbox' | 'folder' | 'siteOrigin'>,
  { origin: backend, mockPages, access, show }: AdapterTools & { origin: string },
): Promise<Mailbox> {
  const usualLinks = linkReader({ pattern: usualLinkPattern, siteOrigin, backend });
  if (mailbox.use === 'command') return commandMailbox({ ...mailbox, folder }, usualLinks, show);
  if (mailbox.use === 'prompt') return promptMailbox(usualLinks);
  if (mailbox.use === 'mock') {
    // The mock stores a mail before it responds, so a short wait is enough.
    const patience = { waitMs: 5000, everyMs: 200, show };
    const location = "the mock's outbox";
    return polledMailbox(mockSource(mockPages), {
      ...patience,
      location,
      links: usualLinks,
    });
  }
  const { waitMs = 120_000, everyMs = 2000, linkPattern, passwordPattern } = mailbox;
  const { source, location } = await openMailSource(mailbox, access, folder);
  const links =
    linkPattern === undefined
      ? usualLinks
      : linkReader({ pattern: new RegExp(linkPattern), siteOrigin, backend });
  return polledMailbox(source, {
    waitMs,
    everyMs,
    show,
    location,
    links,
    passwordPattern: passwordPattern === undefined ? undefined : new RegExp(passwordPattern),
  });
}

/** The mailbox settings that make the command look for mails repeatedly. */
type PolledMailbox = Exclude<MailboxSettings, { use: 'mock' | 'command' | 'prompt' }>;

/** Opens a mail source; its library is loaded only when it is needed. */
async function openMailSource(
  mailbox: PolledMailbox,
  access: PageAccess,
  folder: string,
): Promise<{ source: MailSource; location: string }> {
  switch (mailbox.use) {
    case 'imap': {
      const { imapSource } = await import('./mailbox-imap.ts');
      const location = `${mailbox.user} at ${mailbox.host}`;
      return { source: imapSource(mailbox, folder), location };
    }
    case 'mailpit': {
      const { mailpitSource } = await import('./mailbox-mailpit.ts');
      return { source: mailpitSource(mailbox, access, folder), location: mailbox.url };
    }
    case 'eml':
      return { source: emlSource(mailbox.path, folder), location: mailbox.path };
  }
}

/** The adapters of one applicant: her mail, the staff's decision, and the payment provider. */
export interface Adapters {
  mockPages: MockHelpers;
  mailbox: Mailbox;
  staff: Staff;
  provider: Provider;
  cleanUp: CleanUp;
}

interface AdapterSettings
  extends Pick<
    Settings,
    'mailbox' | 'staff' | 'provider' | 'cleanUp' | 'siteOrigin' | 'timeoutMs'
  > {
  folder: string;
}

/**
 * @param show called with progress lines while a run waits
 * @throws {CliError} (exit 2) when an adapter's password is not where the settings say
 */
export async function openAdapters(
  settings: AdapterSettings,
  { origin, request }: Pick<Target, 'origin' | 'request'>,
  show?: (line: string) => void,
): Promise<Adapters> {
  const access = { request, timeoutMs: settings.timeoutMs };
  const mockPages = createMockHelpers(origin, access);
  return {
    mockPages,
    mailbox: await createMailbox(settings, { origin, mockPages, access, show }),
    staff: createStaff(settings, { mockPages, access, show }),
    provider: createProvider(settings, access),
    cleanUp: createCleanUp(settings, { origin, access }),
  };
}
