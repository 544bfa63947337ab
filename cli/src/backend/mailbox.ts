/** A mailbox: how a run waits for a mail, what it takes for missing, and the adapters that need no library. */
import { readdir, readFile, stat } from 'node:fs/promises';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { CliError, exitCodes } from '../core/exit.ts';
import { ask } from '../core/terminal.ts';
import { type Patience, type Program, poll, runProgram } from './asking.ts';
import {
  findLink,
  findPasswords,
  isTo,
  likelyPasswords,
  type Mail,
  type MailSource,
  type Patterns,
  parseMail,
  wordsOf,
} from './mail.ts';
import type { MockPages } from './pages.ts';

export interface FoundMail {
  to: readonly string[];
  words: string;
  link: string | undefined;
  /** Candidates for a temporary password, the most likely first. */
  passwords: readonly string[];
}

export interface Mailbox {
  /**
   * Waits for the newest activation mail to an address.
   * @param since only mail sent at or after this time counts, in milliseconds since 1970
   * @param unlike a link that was in an older mail: another one is waited for
   * @returns the link of the mail, as it stands there
   * @throws {CliError} when none came, saying what to do
   */
  activationLink(
    email: string,
    since: number,
    signal: AbortSignal,
    unlike?: string,
  ): Promise<string>;
  /** Which mails to an address are there already, by their ids: no clock has to agree with another. */
  seen(email: string, signal: AbortSignal): Promise<ReadonlySet<string>>;
  /**
   * Waits for what is most likely the temporary password that was mailed to somebody who forgot hers.
   * @param older what `seen` answered before she asked for it: those mails do not count
   * @param refused what the login refused: other mails have passwords in them, or the word
   * @throws {CliError} when none came, saying what to do
   */
  temporaryPassword(
    email: string,
    older: ReadonlySet<string>,
    signal: AbortSignal,
    refused?: readonly string[],
  ): Promise<string>;
  /**
   * All mails to an address so far; left out where that cannot be known.
   * @param isEnough where mail takes its time, so much is waited for
   */
  mails?(
    email: string,
    signal: AbortSignal,
    isEnough?: (mails: readonly FoundMail[]) => boolean,
  ): Promise<readonly FoundMail[]>;
  close?(): Promise<void>;
}

/** Mail that was promised and is not there: neither the API nor the network is to blame yet. With a cause, nobody could look. */
export class NoMail extends CliError {
  constructor(what: string, options?: ErrorOptions) {
    super(what, exitCodes.noMail, options);
  }
}

/* The mailbox of every adapter that looks at real mails. */

interface PolledOptions extends Patience {
  patterns: Patterns;
  /** The site's, where it is known: of several links the one that leads there is taken. */
  siteOrigin: string | undefined;
  /** Where the mails lie, for messages, e.g. `imap.example.edu`. */
  where: string;
}

export function polledMailbox(source: MailSource, options: PolledOptions): Mailbox {
  const { patterns, siteOrigin, where, waitMs } = options;
  const origin = siteOrigin && new URL(siteOrigin).origin;
  const linkIn = (mail: Mail) => findLink(mail, patterns, origin);
  const read = (mail: Mail): FoundMail => ({
    to: mail.to,
    words: wordsOf(mail),
    link: linkIn(mail),
    passwords: findPasswords(mail, patterns).map(({ value }) => value),
  });

  const newestFirst = async (email: string, since: number, signal: AbortSignal) =>
    (await source.find(email, since, signal)).sort((a, b) => b.receivedAt - a.receivedAt);

  const wait = async (
    kind: { mail: string; has: string; find: (mails: readonly Mail[]) => string | undefined },
    email: string,
    since: number,
    signal: AbortSignal,
  ): Promise<string> => {
    let others = 0;
    let trouble: NoMail | undefined;
    const look = async () => {
      try {
        const mails = await newestFirst(email, since, signal);
        trouble = undefined;
        others = mails.length;
        return kind.find(mails);
      } catch (error) {
        // A mail server that is away may be back in time.
        if (!(error instanceof NoMail)) throw error;
        trouble = error;
        return undefined;
      }
    };
    const wanted = `the ${kind.mail} mail to ${email}`;
    const found = await poll(wanted, look, options, signal);
    if (found !== undefined) return found;
    if (trouble) throw trouble;
    const came = others > 0 ? `; ${others} came without ${kind.has}` : '';
    throw new NoMail(
      `no ${kind.mail} mail to ${email} came to ${where} in ${Math.round(waitMs / 1000)} s${came}`,
    );
  };

  return {
    activationLink: (email, since, signal, unlike) => {
      const find = (mails: readonly Mail[]) =>
        mails.map(linkIn).find((link) => link !== undefined && link !== unlike);
      const kind = { mail: 'activation', has: `an address like ${patterns.link.source}`, find };
      return wait(kind, email, since, signal);
    },
    seen: async (email, signal) => {
      const mails = await source.find(email, 0, signal);
      return new Set(mails.map(({ id }) => id));
    },
    temporaryPassword: (email, older, signal, refused = []) => {
      const best = (mails: readonly Mail[]) =>
        mails
          .filter(({ id }) => !older.has(id))
          .flatMap((mail) => findPasswords(mail, patterns))
          .filter(({ value }) => !refused.includes(value))
          .sort((a, b) => b.weight - a.weight)[0]?.value;
      const kind = { mail: 'temporary password', has: 'a password', find: best };
      return wait(kind, email, 0, signal);
    },
    mails: async (email, signal, isEnough = () => true) => {
      let mails: readonly FoundMail[] = [];
      const look = async () => {
        mails = (await source.find(email, 0, signal)).map(read);
        return isEnough(mails) ? mails : undefined;
      };
      await poll(`another mail to ${email}`, look, options, signal);
      return mails;
    },
    ...(source.close ? { close: () => source.close?.() ?? Promise.resolve() } : {}),
  };
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

export function mockSource(mockPages: MockPages): MailSource {
  return {
    async find(email, since, signal) {
      const path = `/_mock/outbox.json?to=${encodeURIComponent(email)}`;
      const { data } = outboxSchema.safeParse(
        await mockPages(path, { setting: 'mailbox', signal }),
      );
      const what = "the mock's outbox did not answer a list of mails";
      if (!data) throw new CliError(what, exitCodes.brokenContract);
      return data
        .map(({ id, to, sentAt, text, html }) => {
          const receivedAt = Date.parse(sentAt);
          return { id: String(id), to: to.split(/\s*,\s*/), receivedAt, text, html };
        })
        .filter(({ receivedAt }) => receivedAt >= since);
    },
  };
}

/* Messages in files: one of them, a folder of `.eml`, or a Maildir. */

/** @param folder where the path starts */
export function emlSource(path: string, folder: string): MailSource {
  const full = resolve(folder, path);
  // A message does not change once it is written.
  const read = new Map<string, Mail>();
  return {
    async find(email, since) {
      for (const file of await messageFiles(full, path)) {
        if (!read.has(file)) read.set(file, await readMail(file));
      }
      return [...read.values()].filter((mail) => mail.receivedAt >= since && isTo(mail, email));
    },
  };
}

async function messageFiles(full: string, path: string): Promise<string[]> {
  const found = await stat(full).catch((error: Error) => {
    throw new CliError(`the mailbox's path ${path} cannot be read: ${error.message}`);
  });
  if (found.isFile()) return [full];
  const entries = await readdir(full, { withFileTypes: true });
  const maildir = entries.filter((entry) => entry.isDirectory() && /^(new|cur)$/.test(entry.name));
  const inside = maildir.map(async ({ name }) =>
    (await readdir(join(full, name))).map((file) => join(full, name, file)),
  );
  const own = entries.filter((entry) => entry.isFile() && /\.eml$/i.test(entry.name));
  return [...own.map(({ name }) => join(full, name)), ...(await Promise.all(inside)).flat()];
}

/** The Date header counts where there is one (a copied file is as new as its copy), to the end of its second. */
async function readMail(file: string): Promise<Mail> {
  const [source, { mtimeMs }] = await Promise.all([readFile(file), stat(file)]);
  const { date, ...mail } = await parseMail(source);
  return { ...mail, id: file, receivedAt: date === undefined ? mtimeMs : date + 999 };
}

/* A program of the user's own, and the person at the terminal. */

/**
 * Asks a program of the user's own: it gets the address as its last argument and, in ADMISSIONS_WANTS, what it is
 * to print: `activation-link` (a text with the link) or `temporary-password` (the password, or a mail with it).
 * Nothing printed means that no mail came.
 */
export function commandMailbox(program: Program, show?: (line: string) => void): Mailbox {
  const print = async (wants: string, email: string, signal: AbortSignal): Promise<string> => {
    const asked = { ...program, env: { ADMISSIONS_WANTS: wants } };
    show?.('waiting for the mailbox command');
    const call = runProgram(asked, email, { purpose: 'mailbox', signal });
    const printed = await call.catch((error: CliError) => {
      // It waits for the mail.
      throw error.exitCode === exitCodes.waiting
        ? new NoMail(error.message, { cause: error })
        : error;
    });
    if (printed) return printed;
    throw new NoMail(`the mailbox command found no mail to ${email} (it printed nothing)`);
  };
  return {
    async activationLink(email, _since, signal, unlike) {
      const printed = await print('activation-link', email, signal);
      const link = /https?:\/\/[^\s"'<>]+/.exec(printed)?.[0];
      if (!link) {
        throw new CliError(
          'the mailbox command printed no link; it must print the activation link',
        );
      }
      if (link !== unlike) return link;
      throw new NoMail(
        'the mailbox command printed an older link again; it must wait for the newest mail',
      );
    },
    seen: async () => new Set(),
    async temporaryPassword(email, _older, signal, refused = []) {
      const printed = await print('temporary-password', email, signal);
      const alone = /^\S+$/.test(printed) ? [printed] : [];
      const likely = likelyPasswords([printed], []).map(({ value }) => value);
      const candidates = [...alone, ...likely];
      const password = candidates.find((one) => !refused.includes(one));
      if (password) return password;
      if (candidates.length > 0) {
        throw new NoMail(
          'the mailbox command printed a password again that was refused; it must wait for the newest mail',
        );
      }
      throw new CliError(
        'the mailbox command printed no password; with ADMISSIONS_WANTS=temporary-password it must print the temporary password',
      );
    },
  };
}

export const promptMailbox: Mailbox = {
  activationLink: (email, _since, signal, unlike) => {
    const which = unlike === undefined ? 'the mail' : 'the newest mail';
    return ask(
      `Paste the activation link from ${which} to ${email}:`,
      (answer) => linkIn(answer, unlike),
      signal,
    );
  },
  seen: async () => new Set(),
  temporaryPassword: (email, _older, signal) =>
    ask(`Type the temporary password from the mail to ${email}:`, notEmpty, signal),
};

function linkIn(answer: string, unlike: string | undefined): string {
  if (answer === unlike) throw new Error('That is the older link; a newer mail is on its way.');
  if (URL.canParse(answer)) return answer;
  throw new Error('That is not a link: paste it whole, starting with https://');
}

function notEmpty(answer: string): string {
  if (answer) return answer;
  throw new Error('Nothing was typed.');
}
