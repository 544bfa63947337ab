/** Mail in Mailpit, a mail server for tests, read through its HTTP API: `/api/v1/search` and `/api/v1/message/{ID}`. */
import { z } from 'zod';
import { CliError, exitCodes } from '../core/exit.ts';
import { tryParseJson } from '../core/json.ts';
import { type MailpitSettings, passwordVariables } from '../core/settings.ts';
import { readSecret } from '../core/terminal.ts';
import { isTo, type Mail, type MailSource } from './mail.ts';
import { NoMailError } from './mailbox.ts';
import { type PageAccess, requestPage } from './page-requests.ts';

const recipientsSchema = z.array(z.object({ Address: z.string() })).nullish();
const listSchema = z.object({
  messages: z
    .array(z.object({ ID: z.string().min(1), Created: z.string().datetime({ offset: true }) }))
    .nullable(),
});
const messageSchema = z.object({
  To: recipientsSchema,
  Cc: recipientsSchema,
  Bcc: recipientsSchema,
  Text: z.string().nullish(),
  HTML: z.string().nullish(),
});

/**
 * @param folder the folder that the path of a password file starts from
 * @throws {CliError} (exit 2) when the password is not where the settings say
 */
export function mailpitSource(
  settings: MailpitSettings,
  access: PageAccess,
  folder: string,
): MailSource {
  const base = settings.url.replace(/\/+$/, '');
  const headers = { accept: 'application/json', ...authorization(settings, folder) };

  const get = async <T>(path: string, schema: z.ZodType<T>, signal: AbortSignal): Promise<T> => {
    const { status, text } = await requestPage(access, `${base}${path}`, {
      server: `Mailpit at ${base}`,
      signal,
      headers,
    }).catch((error: CliError) => {
      throw error.exitCode === exitCodes.notReached
        ? new NoMailError(error.message, { cause: error })
        : error;
    });
    if (status === 401) throw new CliError(`Mailpit at ${base} refused the user name or password`);
    const { data } = schema.safeParse(tryParseJson(text));
    if (status === 200 && data) return data;
    throw new CliError(
      `${base} does not answer like Mailpit (status ${status} for ${path.replace(/\?.*/, '')}): check "url" of the mailbox`,
    );
  };

  return {
    async find(email, since, signal) {
      const query = encodeURIComponent(`to:"${email}"`);
      const { messages } = await get(`/api/v1/search?query=${query}&limit=50`, listSchema, signal);
      const recentMessages = (messages ?? []).filter(({ Created }) => Date.parse(Created) >= since);
      const mails = recentMessages.map(async ({ ID, Created }): Promise<Mail> => {
        const path = `/api/v1/message/${encodeURIComponent(ID)}`;
        const { To, Cc, Bcc, Text, HTML } = await get(path, messageSchema, signal);
        const to = [To, Cc, Bcc].flatMap((list) => list ?? []).map(({ Address }) => Address);
        return { id: ID, receivedAt: Date.parse(Created), to, text: Text ?? '', html: HTML ?? '' };
      });
      return (await Promise.all(mails)).filter((mail) => isTo(mail, email));
    },
  };
}

function authorization(
  { user, passwordEnv = passwordVariables.mail, passwordFile }: MailpitSettings,
  folder: string,
): Record<string, string> {
  if (user === undefined) return {};
  const password = readSecret(
    { env: passwordEnv, file: passwordFile },
    "Mailpit's password",
    folder,
  );
  return { authorization: `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}` };
}
