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

  const requestJson = async <T>(
    path: string,
    schema: z.ZodType<T>,
    signal: AbortSignal,
  ): Promise<T> => {
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
    const { data } = schema.safeParse(tryParseJson(text));
    if (status === 200 && data) return data;
    throw new CliError(
      `${baseUrl} does not answer like Mailpit (status ${status} for ${path.replace(/\?.*/, '')}): check "url" of the mailbox`,
    );
  };

  return {
    async find(email, signal) {
      const searchQuery = encodeURIComponent(`to:"${email}"`);
      const { messages } = await requestJson(
        `/api/v1/search?query=${searchQuery}&limit=50`,
        searchResponseSchema,
        signal,
      );
      const mailPromises = (messages ?? []).map(async ({ ID, Created }): Promise<Mail> => {
        const path = `/api/v1/message/${encodeURIComponent(ID)}`;
        const { To, Cc, Bcc, Text, HTML } = await requestJson(path, messageSchema, signal);
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
      });
      return (await Promise.all(mailPromises)).filter((mail) => isSentTo(mail, email));
    },
  };
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
