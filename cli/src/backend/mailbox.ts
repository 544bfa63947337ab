/** A mailbox: how a run waits for a mail, when it gives up, and the adapters that need no library. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { CliError, exitCodes } from '../core/exit.ts';
import { ask } from '../core/terminal.ts';
import { addressesIn, type MailContent, type MailedLink } from './addresses.ts';
import { type Program, poll, runProgram, type WaitOptions } from './external-systems.ts';
import {
  findPasswords,
  isTo,
  likelyPasswords,
  type Mail,
  type MailSource,
  parseMail,
  readableMail,
} from './mail.ts';
import type { LinkReader } from './mailed-link.ts';
import type { MockHelpers } from './page-requests.ts';

export interface FoundMail {
  to: readonly string[];
  readableText: string;
  link: string | undefined;
  /** Candidates for a temporary password, the most likely first. */
  passwords: readonly string[];
}

export interface Mailbox {
  /**
   * Waits for the newest activation mail to an address.
   * @param since only mail sent at or after this time counts, in milliseconds since 1970
   * @param olderLink the link of an older mail; a mail with another link is waited for
   * @returns the link, and the hosts it passes if a mail service has wrapped it
   * @throws {CliError} when no mail came, saying what to do
   */
  activationLink(
    email: string,
    since: number,
    signal: AbortSignal,
    olderLink?: string,
  ): Promise<MailedLink>;
  /** The ids of the mails that are already there for an address. Ids make the answer independent of clocks. */
  seenMails(email: string, signal: AbortSignal): Promise<ReadonlySet<string>>;
  /**
   * Waits for a mail with a temporary password, and returns the most likely candidate in it.
   * @param seenBefore the ids that `seenMails` returned before the request: those mails do not count
   * @param refusedPasswords passwords that the login has refused, which are not returned again
   * @throws {CliError} when no mail came, saying what to do
   */
  temporaryPassword(
    email: string,
    seenBefore: ReadonlySet<string>,
    signal: AbortSignal,
    refusedPasswords?: readonly string[],
  ): Promise<string>;
  /**
   * All mails to an address so far; left out by an adapter that cannot know.
   * @param isEnough ends the wait for mails that may still arrive
   */
  mails?(
    email: string,
    signal: AbortSignal,
    isEnough?: (mails: readonly FoundMail[]) => boolean,
  ): Promise<readonly FoundMail[]>;
  close?(): Promise<void>;
}

/**
 * A mail that should have come is missing; neither the API nor the network is to blame yet. If the error has a cause,
 * the mailbox could not be read at all.
 */
export class NoMailError extends CliError {
  constructor(message: string, options?: ErrorOptions) {
    super(message, exitCodes.noMail, options);
  }
}

/* The mailbox over a source of real mails. */

interface PollingOptions extends WaitOptions {
  links: LinkReader;
  /** See `findPasswords`. */
  passwordPattern?: RegExp;
  /** Where the mails are stored, for messages, e.g. `imap.example.edu`. */
  location: string;
}

export function polledMailbox(source: MailSource, options: PollingOptions): Mailbox {
  const { links, passwordPattern, location, waitMs } = options;
  const passwordsIn = (mail: Mail) => findPasswords(mail, passwordPattern);
  const read = async (mail: Mail, signal: AbortSignal): Promise<FoundMail> => ({
    to: mail.to,
    readableText: readableMail(mail),
    link: (await links.read(mail, signal))?.address,
    passwords: passwordsIn(mail).map(({ value }) => value),
  });

  const newestFirst = async (email: string, since: number, signal: AbortSignal) =>
    (await source.find(email, since, signal)).sort((a, b) => b.receivedAt - a.receivedAt);

  const waitForMail = async <T>(
    kind: MailKind<T>,
    email: string,
    since: number,
    signal: AbortSignal,
  ): Promise<T> => {
    let otherMails = 0;
    let lastError: NoMailError | undefined;
    const look = async () => {
      try {
        const mails = await newestFirst(email, since, signal);
        lastError = undefined;
        otherMails = mails.length;
        return await kind.find(mails);
      } catch (error) {
        // An unreachable mail server may be back before the time is over.
        if (!(error instanceof NoMailError)) throw error;
        lastError = error;
        return undefined;
      }
    };
    const subject = `the ${kind.name} mail to ${email}`;
    const result = await poll(subject, look, options, signal);
    if (result !== undefined) return result;
    if (lastError) throw lastError;
    const remarks = [
      ...(otherMails > 0
        ? [`${otherMails} came without ${kind.requiredPart}`, ...links.problems]
        : []),
      ...(source.habits?.(email) ?? []),
    ];
    const seconds = Math.round(waitMs / 1000);
    throw new NoMailError(
      [`no ${kind.name} mail to ${email} came to ${location} in ${seconds} s`, ...remarks].join(
        '; ',
      ),
    );
  };

  return {
    activationLink: (email, since, signal, olderLink) => {
      const find = async (mails: readonly Mail[]) => {
        for (const mail of mails) {
          const link = await links.read(mail, signal);
          if (link && link.address !== olderLink) return link;
        }
        return undefined;
      };
      return waitForMail(
        { name: 'activation', requiredPart: 'an activation link', find },
        email,
        since,
        signal,
      );
    },
    seenMails: async (email, signal) => {
      const mails = await source.find(email, 0, signal);
      return new Set(mails.map(({ id }) => id));
    },
    temporaryPassword: (email, seenBefore, signal, refusedPasswords = []) => {
      const bestPassword = (mails: readonly Mail[]) =>
        mails
          .filter(({ id }) => !seenBefore.has(id))
          .flatMap(passwordsIn)
          .filter(({ value }) => !refusedPasswords.includes(value))
          .sort((a, b) => b.weight - a.weight)[0]?.value;
      const kind = { name: 'temporary password', requiredPart: 'a password', find: bestPassword };
      return waitForMail(kind, email, 0, signal);
    },
    mails: async (email, signal, isEnough = () => true) => {
      let mails: readonly FoundMail[] = [];
      const look = async () => {
        const receivedMails = await source.find(email, 0, signal);
        mails = await Promise.all(receivedMails.map((mail) => read(mail, signal)));
        return isEnough(mails) ? mails : undefined;
      };
      await poll(`another mail to ${email}`, look, options, signal);
      return mails;
    },
    ...(source.close ? { close: () => source.close?.() ?? Promise.resolve() } : {}),
  };
}

interface MailKind<T> {
  name: string;
  /** What the mail has to contain, for messages. */
  requiredPart: string;
  find: (mails: readonly Mail[]) => T | undefined | Promise<T | undefined>;
}

/* Mail in the outbox of the mock backend. */

const outboxSchema = z.array(
  z.object({
    id: z.union([z.number(), z.string()]),
    to: z.string(),
    sentAt: z.string(),
    text: z.string(),
    html: z.string(),
  }),
);

export function mockSource(mockPages: MockHelpers): MailSource {
  return {
    async find(email, since, signal) {
      const path = `/_mock/outbox.json?to=${encodeURIComponent(email)}`;
      const { data } = outboxSchema.safeParse(
        await mockPages(path, { setting: 'mailbox', signal }),
      );
      const message = "the mock's outbox did not answer a list of mails";
      if (!data) throw new CliError(message, exitCodes.brokenContract);
      return data
        .map(({ id, to, sentAt, text, html }) => {
          const receivedAt = Date.parse(sentAt);
          return { id: String(id), to: to.split(/\s*,\s*/), receivedAt, text, html };
        })
        .filter(({ receivedAt }) => receivedAt >= since);
    },
  };
}

/* Messages in files: a single file, a folder of `.eml` files, or a Maildir. */

/** @param folder the folder that the path starts from */
export function emlSource(path: string, folder: string): MailSource {
  const fullPath = resolve(folder, path);
  // A message never changes once it is written.
  const mailsByFile = new Map<string, Mail>();
  return {
    async find(email, since) {
      for (const file of await messageFiles(fullPath, path)) {
        if (!mailsByFile.has(file)) mailsByFile.set(file, await readMailFile(file));
      }
      return [...mailsByFile.values()].filter(
        (mail) => mail.receivedAt >= since && isTo(mail, email),
      );
    },
  };
}

async function messageFiles(fullPath: string, path: string): Promise<string[]> {
  const stats = await stat(fullPath).catch((error: Error) => {
    throw new CliError(`the mailbox's path ${path} cannot be read: ${error.message}`);
  });
  if (stats.isFile()) return [fullPath];
  const entries = await readdir(fullPath, { withFileTypes: true });
  const maildirFolders = entries.filter(
    (entry) => entry.isDirectory() && /^(new|cur)$/.test(entry.name),
  );
  const maildirFiles = maildirFolders.map(async ({ name }) =>
    (await readdir(join(fullPath, name))).map((file) => join(fullPath, name, file)),
  );
  const emlFiles = entries.filter((entry) => entry.isFile() && /\.eml$/i.test(entry.name));
  return [
    ...emlFiles.map(({ name }) => join(fullPath, name)),
    ...(await Promise.all(maildirFiles)).flat(),
  ];
}

/**
 * The Date header decides if there is one, because a copied file is as new as its copy. It counts to the end of its
 * second.
 */
async function readMailFile(file: string): Promise<Mail> {
  const [source, { mtimeMs }] = await Promise.all([readFile(file), stat(file)]);
  const { date, ...mail } = await parseMail(source);
  return { ...mail, id: file, receivedAt: date === undefined ? mtimeMs : date + 999 };
}

/* A program from the settings, and the person at the terminal. */

/**
 * Runs a program from the settings. It gets the email address as its last argument and, in ADMISSIONS_WANTS, what to
 * print: `activation-link` (a text with the link) or `temporary-password` (the password, or a mail with it). Printing
 * nothing means that no mail came.
 */
export function commandMailbox(
  program: Program,
  links: LinkReader,
  show?: (line: string) => void,
): Mailbox {
  const runForOutput = async (
    wants: string,
    email: string,
    signal: AbortSignal,
  ): Promise<string> => {
    const programWithRequest = { ...program, env: { ADMISSIONS_WANTS: wants } };
    show?.('waiting for the mailbox command');
    const running = runProgram(programWithRequest, email, { purpose: 'mailbox', signal });
    const output = await running.catch((error: CliError) => {
      // The command itself waits for the mail, so a timeout means that none came.
      throw error.exitCode === exitCodes.waiting
        ? new NoMailError(error.message, { cause: error })
        : error;
    });
    if (output) return output;
    throw new NoMailError(`the mailbox command found no mail to ${email} (it printed nothing)`);
  };
  return {
    async activationLink(email, _since, signal, olderLink) {
      const output = await runForOutput('activation-link', email, signal);
      const link = await linkIn(output, links, signal);
      if (!link) {
        throw new CliError(
          'the mailbox command printed no link; it must print the activation link',
        );
      }
      if (link.address !== olderLink) return link;
      throw new NoMailError(
        'the mailbox command printed an older link again; it must wait for the newest mail',
      );
    },
    seenMails: async () => new Set(),
    async temporaryPassword(email, _seenBefore, signal, refusedPasswords = []) {
      const output = await runForOutput('temporary-password', email, signal);
      const outputAsPassword = /^\S+$/.test(output) ? [output] : [];
      const likelyWords = likelyPasswords([output], []).map(({ value }) => value);
      const candidates = [...outputAsPassword, ...likelyWords];
      const password = candidates.find((candidate) => !refusedPasswords.includes(candidate));
      if (password) return password;
      if (candidates.length > 0) {
        throw new NoMailError(
          'the mailbox command printed a password again that was refused; it must wait for the newest mail',
        );
      }
      throw new CliError(
        'the mailbox command printed no password; with ADMISSIONS_WANTS=temporary-password it must print the temporary password',
      );
    },
  };
}

export function promptMailbox(links: LinkReader): Mailbox {
  return {
    activationLink: (email, _since, signal, olderLink) => {
      const whichMail = olderLink === undefined ? 'the mail' : 'the newest mail';
      const accept = async (answer: string) => {
        const link = await linkIn(answer, links, signal);
        if (!link) throw new Error('That is not a link: paste it whole, starting with https://');
        if (link.address !== olderLink) return link;
        throw new Error('That is the older link; a newer mail is on its way.');
      };
      return ask(`Paste the activation link from ${whichMail} to ${email}:`, accept, signal);
    },
    seenMails: async () => new Set(),
    temporaryPassword: (email, _older, signal) =>
      ask(`Type the temporary password from the mail to ${email}:`, requireText, signal),
  };
}

/**
 * Finds the activation link in a text that was printed or pasted.
 * @returns a link in the wrong form where there is no right one, so that the error can say what is wrong with it
 */
async function linkIn(
  text: string,
  links: LinkReader,
  signal: AbortSignal,
): Promise<MailedLink | undefined> {
  // The text may be a whole mail in HTML.
  const letter: MailContent = { text, html: text };
  const [address] = addressesIn(letter);
  return (
    (await links.read(letter, signal)) ?? (address ? { address, forwardingHosts: [] } : undefined)
  );
}

function requireText(answer: string): string {
  if (answer) return answer;
  throw new Error('Nothing was typed.');
}
