/** Mail in Mailpit, a mail server for tests, read through its HTTP API: `/api/v1/search` and `/api/v1/message/{ID}`. */
import { trimSlashes } from '@one-planet/contract';
import { z } from 'zod';
import { CliError, exitCodes } from '../core/exit.ts';
import { tryParseJson } from '../core/json.ts';
import { type MailpitSettings, passwordVariableNames } from '../core/settings.ts';
import { readSecret } from '../core/terminal.ts';
import { isSentTo, type Mail, type MailSource } from './mail.ts';
import { NoMailError } from './mailbox.ts';
import { type PageAccess, requestPage } from './page-requests.ts';

const recipientListSchema = z.array(z.object({ Address: z.string() })).nullish();
const searchResponseSchema = z.object({
  messages: z
    .array(z.object({ ID: z.string().min(1), Created: z.string().datetime({ offset: true }) }))
    .nullable(),
});
const messageSchema = z.object({
  To: recipientListSchema,
  Cc: recipientListSchema,
  Bcc: recipientListSchema,
  Text: z.string().nullish(),
  HTML: z.string().nullish(),
});

/**
 * @param folder the folder that the path of a password file starts from
 * @throws {CliError} (exit 2) when the password is not where the settings say
 */
export function createMailpitSource(
  settings: MailpitSettings,
  access: PageAccess,
  folder: string,
): MailSource {
  const baseUrl = trimSlashes(settings.url);
  const requestHeaders = {
    accept: 'application/json',
    ...makeAuthorizationHeader(settings, folder),
  };

  const problemTexts = new Set<string>();
  const requestJson = async <T>(
    path: string,
    schema: z.ZodType<T>,
    signal: AbortSignal,
  ): Promise<{ status: number; data: T | undefined }> => {
    const { status, text } = await requestPage(access, `${baseUrl}${path}`, {
      serverName: `Mailpit at ${baseUrl}`,
      signal,
      headers: requestHeaders,
    }).catch((error: CliError) => {
      throw error.exitCode === exitCodes.notReached
        ? new NoMailError(error.message, { cause: error })
        : error;
    });
    if (status === 401)
      throw new CliError(`Mailpit at ${baseUrl} refused the user name or password`);
    return { status, data: status === 200 ? schema.safeParse(tryParseJson(text)).data : undefined };
  };

  const readMessage = async (
    { ID, Created }: { ID: string; Created: string },
    signal: AbortSignal,
  ): Promise<Mail | undefined> => {
    const path = `/api/v1/message/${encodeURIComponent(ID)}`;
    const notePassedOver = (reason: string) => {
      problemTexts.add(`a mail that cannot be read was passed over (${reason})`);
    };
    const response = await requestJson(path, messageSchema, signal).catch((error) => {
      if (!(error instanceof NoMailError)) throw error;
      notePassedOver(error.message);
    });
    const { status, data } = response ?? {};
    // Mailpit deletes the oldest mails, also between the search and this request.
    if (response && !data && status !== 404) notePassedOver(`status ${status}`);
    if (!data) return undefined;
    const { To, Cc, Bcc, Text, HTML } = data;
    const recipients = [To, Cc, Bcc]
      .flatMap((recipientList) => recipientList ?? [])
      .map(({ Address }) => Address);
    return {
      id: ID,
      receivedAt: Date.parse(Created),
      to: recipients,
      text: Text ?? '',
      html: HTML ?? '',
    };
  };

  return {
    problemTexts,
    async find(email, signal) {
      const searchQuery = encodeURIComponent(`to:"${findPlainPart(email)}"`);
      const path = '/api/v1/search';
      const { status, data } = await requestJson(
        `${path}?query=${searchQuery}&limit=50`,
        searchResponseSchema,
        signal,
      );
      if (!data)
        throw new CliError(
          `${baseUrl} does not answer like Mailpit (status ${status} for ${path}): check "url" of the mailbox`,
        );
      const mailPromises = (data.messages ?? []).map((summary) => readMessage(summary, signal));
      const mails = (await Promise.all(mailPromises)).filter((mail) => mail !== undefined);
      return mails.filter((mail) => isSentTo(mail, email));
    },
  };
}

/**
 * The longest part of an address without signs: Mailpit compares an address with its JSON, in which `&` is `\u0026`, and
 * reads quotes and `%` in a query in its own way.
 */
function findPlainPart(email: string): string {
  const [longestPart = email] = (email.match(/[\w.@+-]+/g) ?? []).sort(
    (a, b) => b.length - a.length,
  );
  return longestPart;
}

function makeAuthorizationHeader(
  { user, passwordEnv = passwordVariableNames.mail, passwordFile }: MailpitSettings,
  folder: string,
): Record<string, string> {
  if (user === undefined) return {};
  const password = readSecret(
    { variableName: passwordEnv, filePath: passwordFile },
    "Mailpit's password",
    folder,
  );
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}
