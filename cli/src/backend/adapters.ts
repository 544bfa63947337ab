/** Opens the adapters of a run: mailbox, staff, provider and clean-up. */
import type { Id } from '@one-planet/contract';
import { AdapterError, CliError, exitCodeOf } from '../core/exit.ts';
import { runSecrets } from '../core/secrets.ts';
import { listSecretVariables, type MailboxSettings, type Settings } from '../core/settings.ts';
import { formatCountedNoun } from '../core/text.ts';
import {
  findProgramProblem,
  findUnsetVariables,
  type Program,
  runProgram,
  sendConfiguredRequest,
} from './external-systems.ts';
import type { MailSource } from './mail.ts';
import {
  createCommandMailbox,
  createEmlSource,
  createMockSource,
  createPolledMailbox,
  createPromptMailbox,
  type Mailbox,
} from './mailbox.ts';
import { createLinkReader, usualLinkPattern } from './mailed-link.ts';
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
  {
    cleanUp,
    folder,
    secretVariables,
  }: Pick<AdapterSettings, 'cleanUp' | 'folder'> & Pick<Program, 'secretVariables'>,
  { origin, access }: { origin: string; access: PageAccess },
): CleanUp {
  return async (leftovers, signal) => {
    const { applicants, uploads } = leftovers;
    if (cleanUp.use === 'none' || applicants.length + uploads.length === 0) return undefined;
    if (cleanUp.use === 'command') {
      const standardInput = `${JSON.stringify(leftovers)}\n`;
      await runProgram({ ...cleanUp, folder, secretVariables, standardInput }, origin, {
        purpose: 'clean-up',
        signal,
      });
      return `Given to the clean-up command: ${describeCreatedRecords(leftovers)}`;
    }
    for (const { email, id: applicantId } of applicants) {
      await sendConfiguredRequest(cleanUp.request, {
        systemName: 'clean-up',
        purpose: 'to remove an applicant',
        settingKey: 'cleanUp.request',
        placeholderValues: { email, applicantId },
        isSuccess: (status) => status < 300 || status === 404,
        access,
        signal,
      });
    }
    return `Removed: ${formatCountedNoun(applicants.length, 'applicant')}`;
  };
}

function describeCreatedRecords({ applicants, uploads }: CreatedRecords): string {
  const countTexts = [
    formatCountedNoun(applicants.length, 'applicant'),
    formatCountedNoun(uploads.length, 'upload'),
  ];
  return countTexts.filter((countText) => !countText.startsWith('0 ')).join(', ');
}

/**
 * @param tools.origin the backend's address, without /api
 * @throws {CliError} (exit 2) when a password the adapter needs is not where the settings say
 */
export async function createMailbox(
  {
    mailbox,
    folder,
    siteOrigin,
    secretVariables,
  }: Pick<AdapterSettings, 'mailbox' | 'folder' | 'siteOrigin'> & Pick<Program, 'secretVariables'>,
  {
    origin: backendOrigin,
    requestMockPage,
    pageAccess,
    showLine,
  }: AdapterTools & { origin: string },
): Promise<Mailbox> {
  const usualLinkReader = createLinkReader({
    linkPattern: usualLinkPattern,
    siteOrigin,
    backendOrigin,
  });
  if (mailbox.use === 'command')
    return createCommandMailbox({ ...mailbox, folder, secretVariables }, usualLinkReader, showLine);
  if (mailbox.use === 'prompt') return createPromptMailbox(usualLinkReader);
  if (mailbox.use === 'mock') {
    // The mock stores a mail before it responds, so a short wait is enough.
    const waitOptions = { waitMs: 5000, everyMs: 200, showLine };
    const storeName = "the mock's outbox";
    return createPolledMailbox(createMockSource(requestMockPage), {
      ...waitOptions,
      storeName,
      linkReader: usualLinkReader,
    });
  }
  const { waitMs = 120_000, everyMs = 2000, linkPattern, passwordPattern } = mailbox;
  const { mailSource, locationText: storeName } = await openMailSource(mailbox, pageAccess, folder);
  const linkReader =
    linkPattern === undefined
      ? usualLinkReader
      : createLinkReader({ linkPattern: new RegExp(linkPattern), siteOrigin, backendOrigin });
  return createPolledMailbox(mailSource, {
    waitMs,
    everyMs,
    showLine,
    storeName,
    linkReader,
    passwordPattern: passwordPattern === undefined ? undefined : new RegExp(passwordPattern),
  });
}

/**
 * Wraps the functions of an adapter so that whatever breaks off in it is named as its own: otherwise a check or a step
 * would blame the response that the backend sent before.
 */
function nameErrors<A extends object>(adapterName: string, adapter: A): A {
  const entries = Object.entries(adapter).map(([key, member]) => {
    if (typeof member !== 'function') return [key, member];
    const callNamed = async (...callArguments: unknown[]) => {
      try {
        return await member(...callArguments);
      } catch (error) {
        if (exitCodeOf(error) !== undefined) throw error;
        const message = error instanceof Error ? error.message : String(error);
        throw new AdapterError(`the ${adapterName} adapter: ${message}`, { cause: error });
      }
    };
    return [key, callNamed];
  });
  return Object.fromEntries(entries);
}

/** Adds what is mailed to the secrets of the run: the tokens of links, and temporary passwords. */
function keepMailedSecrets(mailbox: Mailbox): Mailbox {
  const keepLink = (address: string | undefined) =>
    runSecrets.addReceived(...(address ?? '').split(/[/?#=&]/).slice(-maxLinkParts));
  return {
    ...mailbox,
    waitForActivationLink: async (...waitArguments) => {
      const link = await mailbox.waitForActivationLink(...waitArguments);
      keepLink(link.address);
      return link;
    },
    waitForTemporaryPassword: async (...waitArguments) => {
      const password = await mailbox.waitForTemporaryPassword(...waitArguments);
      runSecrets.addReceived(password);
      return password;
    },
    ...(mailbox.collectMails && {
      collectMails: async (...collectArguments) => {
        const mails = (await mailbox.collectMails?.(...collectArguments)) ?? [];
        for (const { link } of mails) keepLink(link);
        return mails;
      },
    }),
  };
}

/** The token of a link is the last part of its path, or stands in its query. */
const maxLinkParts = 8;

/** The mailbox settings that make the command look for mails repeatedly. */
type PolledMailbox = Exclude<MailboxSettings, { use: 'mock' | 'command' | 'prompt' }>;

/** Opens a mail source; its library is loaded only when it is needed. */
async function openMailSource(
  mailbox: PolledMailbox,
  access: PageAccess,
  folder: string,
): Promise<{ mailSource: MailSource; locationText: string }> {
  switch (mailbox.use) {
    case 'imap': {
      const { createImapSource } = await import('./mailbox-imap.ts');
      const storeName = `${mailbox.user} at ${mailbox.host}`;
      return { mailSource: createImapSource(mailbox, folder), locationText: storeName };
    }
    case 'mailpit': {
      const { createMailpitSource } = await import('./mailbox-mailpit.ts');
      return {
        mailSource: createMailpitSource(mailbox, access, folder),
        locationText: mailbox.url,
      };
    }
    case 'eml':
      return { mailSource: createEmlSource(mailbox.path, folder), locationText: mailbox.path };
  }
}

/** The adapters of one applicant: her mail, the staff's decision, and the payment provider. */
export interface Adapters {
  requestMockPage: MockHelpers;
  mailbox: Mailbox;
  staff: Staff;
  provider: Provider;
  cleanUp: CleanUp;
}

interface AdapterSettings
  extends Pick<
    Settings,
    | 'mailbox'
    | 'staff'
    | 'staffLogin'
    | 'provider'
    | 'cleanUp'
    | 'connection'
    | 'siteOrigin'
    | 'timeoutMs'
  > {
  folder: string;
}

/** @throws {CliError} (exit 2) naming each program that is not there, and each variable that is not set */
function throwUnusable(settings: AdapterSettings): void {
  const { mailbox, staff, provider, cleanUp, folder } = settings;
  const problems = Object.entries({ mailbox, staff, provider, cleanUp }).flatMap(
    ([name, adapter]) => {
      const requests =
        adapter.use !== 'http'
          ? []
          : 'requests' in adapter
            ? Object.values(adapter.requests)
            : [adapter.request];
      const problem =
        adapter.use === 'command'
          ? findProgramProblem(adapter.command, folder)
          : findUnsetVariables(requests);
      return problem === undefined ? [] : [`"${name}": ${problem}`];
    },
  );
  if (problems.length > 0) throw new CliError(problems.join('\n'));
}

/**
 * @param showLine called with progress lines while a run waits
 * @throws {CliError} (exit 2) when an adapter's password is not where the settings say
 */
export async function openAdapters(
  settings: AdapterSettings,
  { origin, request }: Pick<Target, 'origin' | 'request'>,
  showLine?: (line: string) => void,
): Promise<Adapters> {
  throwUnusable(settings);
  const pageAccess = { request, timeoutMs: settings.timeoutMs };
  const requestMockPage = createMockHelpers(origin, pageAccess);
  const adapterSettings = { ...settings, secretVariables: listSecretVariables(settings) };
  const mailboxTools = { origin, requestMockPage, pageAccess, showLine };
  const mailbox = await createMailbox(adapterSettings, mailboxTools);
  const staff = createStaff(adapterSettings, { requestMockPage, pageAccess, showLine });
  const provider = createProvider(adapterSettings, { origin, access: pageAccess });
  return {
    requestMockPage,
    mailbox: keepMailedSecrets(nameErrors('mailbox', mailbox)),
    staff: nameErrors('staff', staff),
    provider: nameErrors('provider', provider),
    cleanUp: createCleanUp(adapterSettings, { origin, access: pageAccess }),
  };
}
