/** How mail is got: the settings of the mailbox adapters. */
import { z } from 'zod';
import { environmentName, milliseconds, webAddress } from '../../process/setting-kinds.ts';
import { command, mock, prompt } from '../shared-settings.ts';

const pattern = z.string().refine(isPattern, 'must be a regular expression');
/** The settings of every mailbox of real mail. */
const reading = {
  waitMs: milliseconds
    .optional()
    .describe('How long to wait for a mail, in milliseconds; default: 120,000.'),
  everyMs: milliseconds
    .optional()
    .describe('The pause between two attempts, in milliseconds; default: 2,000.'),
  linkPattern: pattern
    .optional()
    .describe('A regular expression that matches the activation link, if it is not the usual one.'),
  passwordPattern: pattern
    .refine((text) => !isPattern(text) || groupsOf(text) === 1, 'must have exactly one group')
    .optional()
    .describe('A regular expression whose one group is the temporary password.'),
};

const secret = {
  passwordEnv: environmentName
    .optional()
    .describe(
      'The environment variable that holds the password; default: ADMISSIONS_MAIL_PASSWORD.',
    ),
  passwordFile: z.string().min(1).optional().describe('A file that contains only the password.'),
};

const imap = z
  .object({
    use: z.literal('imap'),
    host: z.string().min(1),
    port: z.number().int().min(1).max(65_535).optional().describe('993, or 143 without "tls".'),
    security: z
      .enum(['tls', 'starttls', 'none'])
      .optional()
      .describe('Default: "tls"; "none" sends the password and the mails unencrypted.'),
    caFile: z.string().min(1).optional().describe("The certificate of the server's own authority."),
    user: z.string().min(1),
    ...secret,
    accessTokenEnv: environmentName
      .optional()
      .describe(
        'The environment variable that holds an OAuth 2 access token, for servers that require one.',
      ),
    folder: z.string().min(1).optional().describe('Default: INBOX.'),
    ...reading,
  })
  .strict();

const mailpit = z
  .object({
    use: z.literal('mailpit'),
    url: webAddress().describe("Mailpit's address, e.g. http://127.0.0.1:8025."),
    user: z
      .string()
      .min(1)
      .optional()
      .describe('The user name, where Mailpit asks for a password.'),
    ...secret,
    ...reading,
  })
  .strict();

const eml = z
  .object({
    use: z.literal('eml'),
    path: z.string().min(1).describe('A file or a folder of messages (.eml, or a Maildir).'),
    ...reading,
  })
  .strict();

/** How mail reaches the run. */
export const mailboxSettings = z.discriminatedUnion('use', [
  mock,
  imap,
  mailpit,
  eml,
  command(
    'Run with the e-mail address as its last argument; prints what ADMISSIONS_WANTS says: the link (activation-link) or the password (temporary-password).',
  ),
  prompt,
]);
export type MailboxSettings = z.infer<typeof mailboxSettings>;
export type ImapSettings = z.infer<typeof imap>;
export type MailpitSettings = z.infer<typeof mailpit>;

function isPattern(text: string): boolean {
  try {
    return new RegExp(text) instanceof RegExp;
  } catch {
    return false;
  }
}

function groupsOf(text: string): number {
  return (new RegExp(`${text}|`).exec('')?.length ?? 1) - 1;
}
