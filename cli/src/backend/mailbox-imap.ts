/** Mail on an IMAP server. The folder is opened read-only, so nothing changes there. */
import type { AuthOptions, FetchMessageObject, ImapFlow, ImapFlowOptions } from 'imapflow';
import { CliError, isUnknownAuthority } from '../core/exit.ts';
import { makeInterruptedError } from '../core/interruption.ts';
import { type ImapSettings, passwordVariableNames } from '../core/settings.ts';
import { readSecret } from '../core/terminal.ts';
import { readPem } from './connection.ts';
import {
  isSentTo,
  type Mail,
  type MailSource,
  maxBytesOfLook,
  maxMailBytes,
  maxSearchedMails,
  parseMail,
} from './mail.ts';
import { NoMailError } from './mailbox.ts';

/** Of what the server sends of one mail: all of its headers, or the beginning of the mail. */
const maxLiteralBytes = 4 * 1024 * 1024;
/** Of one line of the server, e.g. the numbers that a search found. */
const maxLineBytes = 1024 * 1024;
/** How many mails are asked for at once, the newest first. */
const mailsPerFetch = 20;
const connectTimeoutMs = 15_000;
const logoutTimeoutMs = 500;
/** A server may go on and on without an end; the library itself counts only silence. */
const defaultMaxLookMs = 60_000;

/**
 * @param folder the folder that relative paths in the settings start from
 * @param maxLookMs how long one look for mails may take
 * @throws {CliError} (exit 2) when the password is not where the settings say
 */
export function createImapSource(
  settings: ImapSettings,
  folder: string,
  maxLookMs = defaultMaxLookMs,
): MailSource {
  const path = settings.folder ?? 'INBOX';
  const mailSearch = new MailSearch();
  const clientOptions = { ...makeConnectionOptions(settings, folder), logger: mailSearch.logger };
  let openClientPromise: Promise<ImapFlow> | undefined;

  const provideClient = async (signal: AbortSignal): Promise<ImapFlow> => {
    if (signal.aborted) throw makeInterruptedError();
    if (openClientPromise && !(await openClientPromise).usable) openClientPromise = undefined;
    openClientPromise ??= connect(clientOptions, settings, signal);
    // After a failure the next call opens a new connection.
    openClientPromise.catch(() => {
      openClientPromise = undefined;
    });
    return openClientPromise;
  };

  return {
    async find(email, signal) {
      const client = await provideClient(signal);
      const closeClient = () => client.close();
      signal.addEventListener('abort', closeClient);
      let isLate = false;
      const lookTimer = setTimeout(() => {
        isLate = true;
        client.close();
      }, maxLookMs);
      try {
        const mailboxLock = await client.getMailboxLock(path, { readOnly: true });
        try {
          const mails = await mailSearch.find(client, email);
          // The library ends a command without an error when its connection is closed.
          if (isLate) throw new Error('closed');
          return mails;
        } finally {
          mailboxLock.release();
        }
      } catch (error) {
        if (signal.aborted) throw makeInterruptedError();
        if (isLate)
          throw new NoMailError(
            `${nameServer(settings)} did not finish within ${maxLookMs / 1000} s`,
            { cause: error },
          );
        throw explainImapError(error, settings);
      } finally {
        clearTimeout(lookTimer);
        signal.removeEventListener('abort', closeClient);
      }
    },
    habits: (email) => mailSearch.findReasonsNotFound(email),
    problemTexts: mailSearch.problemTexts,
    async close() {
      const client = await openClientPromise?.catch(() => undefined);
      // The connection is closed without a logout where the server does not respond in time.
      const logoutTimer = setTimeout(() => client?.close(), logoutTimeoutMs);
      await client?.logout().catch(() => client.close());
      clearTimeout(logoutTimer);
    },
  };
}

interface RefusedCommand {
  /** `BAD` or `NO`. */
  responseStatus?: string;
  responseText?: string;
}

/** @returns e.g. `NO: Search is off`; empty where the server said nothing */
const describeRefusal = ({ responseStatus, responseText }: RefusedCommand) =>
  [responseStatus, responseText].filter(Boolean).join(': ');

/**
 * Finds the mails to an address: with the server's search, or where that does not work, among the newest mails of the
 * folder.
 */
class MailSearch {
  /** The recipients of each mail, by folder and UID; they never change. */
  readonly #recipientsByKey = new Map<string, Pick<Mail, 'to' | 'deliveredTo'>>();
  /** Why the server's search did not work, by email address. */
  readonly #obstaclesByEmail = new Map<string, readonly string[]>();
  #refusal: RefusedCommand | undefined;
  readonly problemTexts = new Set<string>();

  /** The library reports only in its log why the server refused a command. */
  readonly logger = {
    ...{ trace() {}, debug() {}, info() {}, error() {}, fatal() {} },
    warn: ({ err }: { err?: RefusedCommand }) => {
      this.#refusal = err;
    },
  };

  findReasonsNotFound(email: string): readonly string[] {
    return this.#obstaclesByEmail.get(email) ?? [];
  }

  async find(client: ImapFlow, email: string): Promise<Mail[]> {
    // Some servers announce new mail only when they are asked.
    await client.noop();
    const searchUids = await this.#search(client, email);
    const mails = await this.#readMails(client, searchUids ?? [], email);
    if (mails.length > 0) return mails;
    const { uids, count } = await this.#lookThrough(client, email);
    this.#obstaclesByEmail.set(email, [
      ...(searchUids ? [] : [`the server refused to search (${this.#refusalText()})`]),
      ...(uids.length > 0 ? [] : [`none of the newest ${count} mails there is to her`]),
    ]);
    return await this.#readMails(client, uids, email);
  }

  /** @returns UIDs; `undefined` where the server refuses the search */
  async #search(client: ImapFlow, email: string): Promise<number[] | undefined> {
    const addressQuery = {
      or: [{ to: email }, { cc: email }, { header: { 'delivered-to': email } }],
    };
    this.#refusal = undefined;
    const uids = await client.search(addressQuery, { uid: true });
    return Array.isArray(uids) ? uids.slice(-maxSearchedMails) : undefined;
  }

  #refusalText(): string {
    return describeRefusal(this.#refusal ?? {}) || 'without a word';
  }

  async #lookThrough(client: ImapFlow, email: string): Promise<{ uids: number[]; count: number }> {
    const { mailbox } = client;
    if (!mailbox || mailbox.exists === 0) return { uids: [], count: 0 };
    const makeRecipientsKey = (uid: number) => `${mailbox.uidValidity} ${uid}`;
    const firstNumber = Math.max(1, mailbox.exists - maxSearchedMails + 1);
    const uids: number[] = [];
    for await (const { uid } of fetchRows(client, `${firstNumber}:*`, { uid: true }, {}))
      uids.push(uid);
    const newUids = uids.filter((uid) => !this.#recipientsByKey.has(makeRecipientsKey(uid)));
    const uidRange = `${newUids[0]}:${newUids.at(-1)}`;
    const newHeaders =
      newUids.length > 0 ? fetchRows(client, uidRange, { headers: true }, { uid: true }) : [];
    for await (const { uid, headers = '' } of newHeaders) {
      const { to = [], deliveredTo } = (await parseMail(headers, this.problemTexts)) ?? {};
      this.#recipientsByKey.set(makeRecipientsKey(uid), { to, deliveredTo });
    }
    const isSentToHer = (uid: number) => {
      const mailRecipients = this.#recipientsByKey.get(makeRecipientsKey(uid));
      return mailRecipients !== undefined && isSentTo(mailRecipients, email);
    };
    return { uids: uids.filter(isSentToHer), count: uids.length };
  }

  /** @returns the newest first, since the server's times are in whole seconds */
  async #readMails(client: ImapFlow, uids: number[], email: string): Promise<Mail[]> {
    const fetchQuery = { internalDate: true, source: { start: 0, maxLength: maxMailBytes } };
    const newestUids = [...uids].sort((a, b) => b - a);
    const mails: Mail[] = [];
    let byteCount = 0;
    while (newestUids.length > 0 && byteCount < maxBytesOfLook) {
      const nextUids = newestUids.splice(0, mailsPerFetch);
      for await (const row of fetchRows(client, nextUids, fetchQuery, { uid: true })) {
        const { uid, internalDate, source } = row;
        byteCount += source?.length ?? 0;
        // Parsed one by one: only what is read of a mail stays in memory.
        const parsedMail = await parseMail(source ?? '', this.problemTexts);
        if (!parsedMail) continue;
        const { date: _sent, ...mail } = parsedMail;
        mails.push({ ...mail, id: String(uid), receivedAt: new Date(internalDate ?? 0).getTime() });
      }
    }
    return mails
      .filter((mail) => isSentTo(mail, email))
      .sort((a, b) => Number(b.id) - Number(a.id));
  }
}

/** Fetches messages one after the other. A server may send more than it was asked for; these are not read. */
async function* fetchRows(
  client: ImapFlow,
  ...fetchArguments: Parameters<ImapFlow['fetch']>
): AsyncGenerator<FetchMessageObject, void> {
  let rowCount = 0;
  for await (const row of client.fetch(...fetchArguments)) {
    rowCount += 1;
    if (rowCount > maxSearchedMails) return;
    yield row;
  }
}

function makeConnectionOptions(settings: ImapSettings, folder: string) {
  const { host, security = 'tls', user, caFile } = settings;
  return {
    host,
    port: settings.port ?? (security === 'tls' ? 993 : 143),
    secure: security === 'tls',
    ...(security === 'tls' ? {} : { doSTARTTLS: security === 'starttls' }),
    auth: { user, ...readCredentials(settings, folder) } as AuthOptions,
    tls: caFile === undefined ? {} : { ca: readPem(caFile, 'mailbox: caFile', folder) },
    disableAutoIdle: true,
    connectionTimeout: connectTimeoutMs,
    greetingTimeout: connectTimeoutMs,
    socketTimeout: 2 * connectTimeoutMs,
    maxLiteralSize: maxLiteralBytes,
    maxLineLength: maxLineBytes,
    maxResponseSize: maxLiteralBytes + maxLineBytes,
  };
}

function readCredentials(
  settings: ImapSettings,
  folder: string,
): Pick<AuthOptions, 'pass' | 'accessToken'> {
  const { accessTokenEnv, passwordEnv = passwordVariableNames.mail, passwordFile } = settings;
  if (accessTokenEnv !== undefined) {
    return {
      accessToken: readSecret(
        { variableName: accessTokenEnv },
        "the mailbox's access token",
        folder,
      ),
    };
  }
  const passwordSource = { variableName: passwordEnv, filePath: passwordFile };
  return { pass: readSecret(passwordSource, "the mailbox's password", folder) };
}

async function connect(
  options: ImapFlowOptions,
  settings: ImapSettings,
  signal: AbortSignal,
): Promise<ImapFlow> {
  // Loading the library takes half of a command's start, and a resumed journey may need no mail.
  const { ImapFlow } = await import('imapflow');
  const client = new ImapFlow(options);
  // Without a listener, a connection that breaks later would end the process. The next call notices it and connects
  // again.
  client.on('error', () => {});
  const closeClient = () => client.close();
  signal.addEventListener('abort', closeClient);
  try {
    await client.connect();
    return client;
  } catch (error) {
    client.close();
    if (signal.aborted) throw makeInterruptedError();
    throw explainImapError(error, settings);
  } finally {
    signal.removeEventListener('abort', closeClient);
  }
}

/** Refusals that have nothing to do with the password: too many connections, or a busy server (RFC 5530). */
const temporaryRefusalCodes: readonly string[] = ['UNAVAILABLE', 'INUSE', 'LIMIT', 'SERVERBUG'];

const nameServer = ({ host, port }: ImapSettings) =>
  `the IMAP server ${host}${port === undefined ? '' : `:${port}`}`;

/**
 * Turns an error into one that says what to do. A refused password is a mistake in the settings; anything else may
 * pass.
 */
function explainImapError(error: unknown, settings: ImapSettings): Error {
  const { user, folder = 'INBOX', accessTokenEnv } = settings;
  if (error instanceof CliError) return error;
  const imapError = error as RefusedCommand &
    Error & {
      authenticationFailed?: boolean;
      serverResponseCode?: string;
      mailboxMissing?: boolean;
      code?: string;
    };
  const { authenticationFailed, serverResponseCode, mailboxMissing, code, message } = imapError;
  const serverText = nameServer(settings);
  if (authenticationFailed && !temporaryRefusalCodes.includes(serverResponseCode ?? '')) {
    const secretText = accessTokenEnv
      ? `the access token in ${accessTokenEnv}, which may have expired`
      : 'the password where the settings say it is';
    return new CliError(
      `${serverText} refused to log in "${user}": check "user" of the mailbox, and ${secretText}`,
    );
  }
  if (mailboxMissing) return new CliError(`${serverText} has no folder "${folder}" for "${user}"`);
  const reason = [code, describeRefusal(imapError) || message].filter(Boolean).join(': ');
  const certificateHint = isUnknownAuthority(code)
    ? '; if the certificate is its own, name the file with it in "caFile" of the mailbox'
    : '';
  return new NoMailError(`${serverText} gave no mail: ${reason}${certificateHint}`, {
    cause: error,
  });
}
