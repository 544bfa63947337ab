/** A mailbox: how a run waits for a mail, when it gives up, and the adapters that need no library. */
import { open, readdir, stat } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { z } from 'zod';
import { CliError, exitCodes, findSystemErrorCode } from '../core/exit.ts';
import { ask } from '../core/terminal.ts';
import { findAddresses, type MailContent, type MailedLink } from './addresses.ts';
import { type Program, poll, runProgram, type WaitOptions } from './external-systems.ts';
import {
  findLikelyPasswords,
  findPasswords,
  isSentTo,
  type Mail,
  type MailSource,
  makeMailReadable,
  maxBytesOfLook,
  maxMailBytes,
  maxSearchedMails,
  parseMail,
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
   * @param seenMailIds the ids that `findSeenMailIds` returned before the request: those mails do not count
   * @param olderLink the link of an older mail; a mail with another link is waited for
   * @returns the link, and the hosts it passes if a mail service has wrapped it
   * @throws {CliError} when no mail came, saying what to do
   */
  waitForActivationLink(
    email: string,
    seenMailIds: ReadonlySet<string>,
    signal: AbortSignal,
    olderLink?: string,
  ): Promise<MailedLink>;
  /** The ids of the mails that are already there for an address. Ids make the answer independent of clocks. */
  findSeenMailIds(email: string, signal: AbortSignal): Promise<ReadonlySet<string>>;
  /**
   * Waits for a mail with a temporary password, and returns the most likely candidate in it.
   * @param seenMailIds the ids that `findSeenMailIds` returned before the request: those mails do not count
   * @param refusedPasswords passwords that the login has refused, which are not returned again
   * @throws {CliError} when no mail came, saying what to do
   */
  waitForTemporaryPassword(
    email: string,
    seenMailIds: ReadonlySet<string>,
    signal: AbortSignal,
    refusedPasswords?: readonly string[],
  ): Promise<string>;
  /**
   * All mails to an address so far; left out by an adapter that cannot know.
   * @param isEnough ends the wait for mails that may still arrive
   */
  collectMails?(
    email: string,
    signal: AbortSignal,
    isEnough?: (mails: readonly FoundMail[]) => boolean,
  ): Promise<readonly FoundMail[]>;
  /** See `MailSource`. */
  problemTexts?: ReadonlySet<string>;
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
  linkReader: LinkReader;
  /** See `findPasswords`. */
  passwordPattern?: RegExp;
  /** Where the mails are stored, for messages, e.g. `imap.example.edu`. */
  storeName: string;
}

export function createPolledMailbox(mailSource: MailSource, options: PollingOptions): Mailbox {
  const { linkReader, passwordPattern, storeName, waitMs } = options;
  const findPasswordsIn = (mail: Mail) => findPasswords(mail, passwordPattern);
  const readFoundMail = async (mail: Mail, signal: AbortSignal): Promise<FoundMail> => ({
    to: mail.to,
    readableText: makeMailReadable(mail),
    link: (await linkReader.read(mail, signal))?.address,
    passwords: findPasswordsIn(mail).map(({ password }) => password),
  });

  const findNewestFirst = async (
    email: string,
    seenMailIds: ReadonlySet<string>,
    signal: AbortSignal,
  ) =>
    (await mailSource.find(email, signal))
      .filter(({ id }) => !seenMailIds.has(id))
      .sort((a, b) => b.receivedAt - a.receivedAt);

  const waitForMail = async <T>(
    mailKind: MailKind<T>,
    email: string,
    seenMailIds: ReadonlySet<string>,
    signal: AbortSignal,
  ): Promise<T> => {
    let otherMailCount = 0;
    let lastError: NoMailError | undefined;
    let wasReached = false;
    const lookForMail = async () => {
      try {
        const mails = await findNewestFirst(email, seenMailIds, signal);
        lastError = undefined;
        wasReached = true;
        otherMailCount = mails.length;
        return await mailKind.find(mails);
      } catch (error) {
        // A mail server that was reached may be back before the time is over.
        if (!(error instanceof NoMailError) || (!wasReached && isNobodyThere(error))) throw error;
        lastError = error;
        return undefined;
      }
    };
    const awaitedMail = `the ${mailKind.name} mail to ${email}`;
    const foundPart = await poll(awaitedMail, lookForMail, options, signal);
    if (foundPart !== undefined) return foundPart;
    if (lastError) throw lastError;
    const settingsProblem = mailKind.findSettingsProblem?.();
    if (settingsProblem !== undefined) throw new CliError(settingsProblem);
    const failureRemarks = [
      ...(otherMailCount > 0
        ? [`${otherMailCount} came without ${mailKind.requiredPart}`, ...linkReader.problemTexts]
        : []),
      ...(mailSource.habits?.(email) ?? []),
      ...(mailSource.problemTexts ?? []),
    ];
    const waitedSeconds = Math.round(waitMs / 1000);
    throw new NoMailError(
      [
        `no ${mailKind.name} mail to ${email} came to ${storeName} in ${waitedSeconds} s`,
        ...failureRemarks,
      ].join('; '),
    );
  };

  return {
    waitForActivationLink: (email, seenMailIds, signal, olderLink) => {
      const findNewLink = async (mails: readonly Mail[]) => {
        for (const mail of mails) {
          const link = await linkReader.read(mail, signal);
          if (link && link.address !== olderLink) return link;
        }
        return undefined;
      };
      return waitForMail(
        {
          name: 'activation',
          requiredPart: 'an activation link',
          find: findNewLink,
          findSettingsProblem: () => linkReader.patternProblem,
        },
        email,
        seenMailIds,
        signal,
      );
    },
    findSeenMailIds: async (email, signal) => {
      const mails = await mailSource.find(email, signal);
      return new Set(mails.map(({ id }) => id));
    },
    waitForTemporaryPassword: (email, seenMailIds, signal, refusedPasswords = []) => {
      const findBestPassword = (mails: readonly Mail[]) =>
        mails
          .flatMap(findPasswordsIn)
          .filter(({ password }) => !refusedPasswords.includes(password))
          .sort((a, b) => b.likelihood - a.likelihood)[0]?.password;
      const passwordMailKind = {
        name: 'temporary password',
        requiredPart: 'a password',
        find: findBestPassword,
      };
      return waitForMail(passwordMailKind, email, seenMailIds, signal);
    },
    collectMails: async (email, signal, isEnough = () => true) => {
      let latestMails: readonly FoundMail[] = [];
      const lookForEnoughMails = async () => {
        const receivedMails = await mailSource.find(email, signal);
        latestMails = await Promise.all(receivedMails.map((mail) => readFoundMail(mail, signal)));
        return isEnough(latestMails) ? latestMails : undefined;
      };
      await poll(`another mail to ${email}`, lookForEnoughMails, options, signal);
      return latestMails;
    },
    problemTexts: mailSource.problemTexts,
    ...(mailSource.close ? { close: () => mailSource.close?.() ?? Promise.resolve() } : {}),
  };
}

/** Whether a connection failed because nothing listens at the address, or because the name has no address. */
function isNobodyThere({ cause }: NoMailError): boolean {
  return ['ECONNREFUSED', 'ENOTFOUND'].includes(findSystemErrorCode(cause) ?? '');
}

interface MailKind<T> {
  name: string;
  /** What the mail has to contain, for messages. */
  requiredPart: string;
  find: (mails: readonly Mail[]) => T | undefined | Promise<T | undefined>;
  /** Returns the mistake in the settings because of which nothing was found, if one is known. */
  findSettingsProblem?: () => string | undefined;
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

export function createMockSource(requestMockPage: MockHelpers): MailSource {
  return {
    async find(email, signal) {
      const path = `/_mock/outbox.json?to=${encodeURIComponent(email)}`;
      const { data } = outboxSchema.safeParse(
        await requestMockPage(path, { settingName: 'mailbox', signal }),
      );
      const invalidOutboxMessage = "the mock's outbox did not answer a list of mails";
      if (!data) throw new CliError(invalidOutboxMessage, exitCodes.brokenContract);
      return data.map(({ id, to, sentAt, text, html }) => ({
        id: String(id),
        to: to.split(',').map((address) => address.trim()),
        receivedAt: Date.parse(sentAt),
        text,
        html,
      }));
    },
  };
}

/* Messages in files: a single file, a folder of `.eml` files, or a Maildir. */

interface StoredMail extends Mail {
  /** When the file was written, in milliseconds since 1970. */
  writtenAt: number;
}

/** @param folder the folder that the path starts from */
export function createEmlSource(path: string, folder: string): MailSource {
  const absoluteMailPath = resolve(folder, path);
  // A message that cannot be read is `undefined`. One that is still being written is read again when it has grown.
  let mailsByVersion: ReadonlyMap<string, StoredMail | undefined> = new Map();
  const problemTexts = new Set<string>();
  let wasPathRead = false;
  const listFiles = async () => {
    try {
      const files = await listMessageFiles(absoluteMailPath);
      wasPathRead = true;
      return files;
    } catch (error) {
      const { message } = error as Error;
      if (!wasPathRead) throw new CliError(`the mailbox's path ${path} cannot be read: ${message}`);
      // A program may replace the whole folder while mail is waited for.
      if (!isGone(error)) problemTexts.add(`its path could not be read (${message})`);
      return [];
    }
  };
  const readMail = (file: MessageFile) =>
    readMailFile(file, problemTexts).catch((error: Error) => {
      if (!isGone(error))
        problemTexts.add(`a mail that cannot be read was passed over (${error.message})`);
      return undefined;
    });
  return {
    problemTexts,
    async find(email) {
      const newestMails = new Map<string, StoredMail | undefined>();
      let byteCount = 0;
      for (const file of await listFiles()) {
        const version = `${file.path} ${file.size} ${file.writtenAt}`;
        const isKept = mailsByVersion.has(version);
        // The rest is read at the next looks.
        if (!isKept && byteCount >= maxBytesOfLook) continue;
        if (!isKept) byteCount += Math.min(file.size, maxMailBytes);
        newestMails.set(version, isKept ? mailsByVersion.get(version) : await readMail(file));
      }
      mailsByVersion = newestMails;
      // Dates are in whole seconds, so that the file that was written last comes first.
      return [...newestMails.values()]
        .filter((mail) => mail !== undefined)
        .filter((mail) => isSentTo(mail, email))
        .sort((a, b) => b.writtenAt - a.writtenAt);
    },
  };
}

/** Whether a file or folder was moved or replaced since it was listed. */
function isGone(error: unknown): boolean {
  return ['ENOENT', 'ENOTDIR', 'ESTALE'].includes(findSystemErrorCode(error) ?? '');
}

interface MessageFile {
  path: string;
  size: number;
  /** When the file was written, in milliseconds since 1970. */
  writtenAt: number;
}

/** @returns the newest messages first; a name that begins with a dot is a program's own, or of a file that is being written */
async function listMessageFiles(absolutePath: string): Promise<MessageFile[]> {
  const filePaths = await listMessagePaths(absolutePath);
  const files: MessageFile[] = [];
  for (const path of filePaths) {
    // What is gone again, or a link to nothing, is no message.
    const stats = await stat(path).catch(() => undefined);
    // Reading a pipe would wait for its writer.
    if (stats?.isFile()) files.push({ path, size: stats.size, writtenAt: stats.mtimeMs });
  }
  return files.sort((a, b) => b.writtenAt - a.writtenAt).slice(0, maxSearchedMails);
}

async function listMessagePaths(absolutePath: string): Promise<string[]> {
  if ((await stat(absolutePath)).isFile()) return [absolutePath];
  const folderEntries = await readdir(absolutePath, { withFileTypes: true });
  const maildirFolders = folderEntries.filter(
    (folderEntry) => folderEntry.isDirectory() && /^(new|cur)$/.test(folderEntry.name),
  );
  const maildirPaths = maildirFolders.map(async ({ name }) => {
    const fileNames = await readdir(join(absolutePath, name)).catch((error) => {
      if (isGone(error)) return [];
      throw error;
    });
    return fileNames.map((fileName) => join(absolutePath, name, fileName));
  });
  const emlFileEntries = folderEntries.filter(
    (entry) => entry.isFile() && /\.eml$/i.test(entry.name),
  );
  const filePaths = [
    ...emlFileEntries.map(({ name }) => join(absolutePath, name)),
    ...(await Promise.all(maildirPaths)).flat(),
  ];
  return filePaths.filter((filePath) => !basename(filePath).startsWith('.'));
}

/** The Date header decides if there is one, because a copied file is as new as its copy. */
async function readMailFile(
  { path, writtenAt }: MessageFile,
  problemTexts: Set<string>,
): Promise<StoredMail | undefined> {
  const parsedMail = await parseMail(await readBeginning(path), problemTexts);
  if (!parsedMail) return undefined;
  const { date, ...mail } = parsedMail;
  return { ...mail, id: path, receivedAt: date ?? writtenAt, writtenAt };
}

async function readBeginning(path: string): Promise<Uint8Array> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(maxMailBytes), 0, maxMailBytes, 0);
    return buffer.subarray(0, bytesRead);
  } finally {
    await file.close();
  }
}

/* A program from the settings, and the person at the terminal. */

/**
 * Runs a program from the settings. It gets the email address as its last argument and, in ADMISSIONS_WANTS, what to
 * print: `activation-link` (a text with the link) or `temporary-password` (the password, or a mail with it). Printing
 * nothing means that no mail came.
 */
export function createCommandMailbox(
  program: Program,
  linkReader: LinkReader,
  showLine?: (line: string) => void,
): Mailbox {
  const runForOutput = async (
    wantedPart: string,
    email: string,
    signal: AbortSignal,
  ): Promise<string> => {
    const programWithVariables = { ...program, env: { ADMISSIONS_WANTS: wantedPart } };
    showLine?.('waiting for the mailbox command');
    const outputPromise = runProgram(programWithVariables, email, { purpose: 'mailbox', signal });
    const output = await outputPromise.catch((error: CliError) => {
      // The command itself waits for the mail, so a timeout means that none came.
      throw error.exitCode === exitCodes.waiting
        ? new NoMailError(error.message, { cause: error })
        : error;
    });
    if (output) return output;
    throw new NoMailError(`the mailbox command found no mail to ${email} (it printed nothing)`);
  };
  return {
    async waitForActivationLink(email, _seenMailIds, signal, olderLink) {
      const output = await runForOutput('activation-link', email, signal);
      const link = await findLinkIn(output, linkReader, signal);
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
    findSeenMailIds: async () => new Set(),
    async waitForTemporaryPassword(email, _seenMailIds, signal, refusedPasswords = []) {
      const output = await runForOutput('temporary-password', email, signal);
      const outputAsPassword = /^\S+$/.test(output) ? [output] : [];
      const likelyWords = findLikelyPasswords([output], []).map(({ password }) => password);
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

export function createPromptMailbox(linkReader: LinkReader): Mailbox {
  return {
    waitForActivationLink: (email, _seenMailIds, signal, olderLink) => {
      const mailToPaste = olderLink === undefined ? 'the mail' : 'the newest mail';
      const acceptLink = async (answer: string) => {
        const link = await findLinkIn(answer, linkReader, signal);
        if (!link) throw new Error('That is not a link: paste it whole, starting with https://');
        if (link.address !== olderLink) return link;
        throw new Error('That is the older link; a newer mail is on its way.');
      };
      return ask(`Paste the activation link from ${mailToPaste} to ${email}:`, acceptLink, signal);
    },
    findSeenMailIds: async () => new Set(),
    waitForTemporaryPassword: (email, _older, signal) =>
      ask(`Type the temporary password from the mail to ${email}:`, requireText, signal),
  };
}

/**
 * Finds the activation link in a text that was printed or pasted.
 * @returns a link in the wrong form where there is no right one, so that the error can say what is wrong with it
 */
async function findLinkIn(
  text: string,
  linkReader: LinkReader,
  signal: AbortSignal,
): Promise<MailedLink | undefined> {
  // The text may be a whole mail in HTML.
  const pastedMail: MailContent = { text, html: text };
  const [address] = findAddresses(pastedMail);
  return (
    (await linkReader.read(pastedMail, signal)) ??
    (address ? { address, forwardingHosts: [] } : undefined)
  );
}

function requireText(answer: string): string {
  if (answer) return answer;
  throw new Error('Nothing was typed.');
}
