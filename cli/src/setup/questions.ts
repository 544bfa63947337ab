/** The five questions of `admissions init`, each with what its answer gives and how it is tried. */
import type { Settings } from '../config/settings.ts';

/** Asks a person. @returns the answer, or `usual` for an empty one */
export type Ask = (question: string, usual?: string) => Promise<string>;

type Answer = Partial<Settings>;

/** How the adapter of a choice is described. */
type Describe = (ask: Ask) => Promise<Answer>;

/** What may be chosen, the first one usual unless the backend is a mock. */
export interface Choice {
  says: string;
  describe: Describe;
}

const emailOf = async (ask: Ask, usual: string): Promise<Pick<Settings, 'email'>> => ({
  email: await ask('   Addresses of the applicants, with {run} in them', usual),
});

export const mailChoices: Readonly<Record<string, Choice>> = {
  imap: {
    says: 'an IMAP server',
    describe: async (ask) => {
      const host = await ask('   Host');
      const user = await ask('   User name', 'nightly@example.edu');
      const passwordEnv = await ask(
        '   Environment variable that holds the password',
        'ADMISSIONS_MAIL_PASSWORD',
      );
      const { email } = await emailOf(ask, user.replace('@', '+{run}@'));
      return { mailbox: { use: 'imap', host, user, passwordEnv }, email };
    },
  },
  mailpit: {
    says: 'Mailpit, which catches the mail of a test server',
    describe: async (ask) => {
      const url = await ask('   Address of Mailpit', 'http://127.0.0.1:8025');
      return {
        mailbox: { use: 'mailpit', url },
        ...(await emailOf(ask, 'nightly+{run}@example.com')),
      };
    },
  },
  eml: {
    says: 'files: a folder of .eml messages, or a Maildir',
    describe: async (ask) => {
      const path = await ask('   Folder');
      return {
        mailbox: { use: 'eml', path },
        ...(await emailOf(ask, 'nightly+{run}@example.com')),
      };
    },
  },
  command: {
    says: 'a program of yours, given the address and asked for the link',
    describe: async (ask) => {
      const command = wordsOf(await ask('   Command', 'node mail.mjs'));
      return {
        mailbox: { use: 'command', command },
        ...(await emailOf(ask, 'nightly+{run}@example.com')),
      };
    },
  },
  prompt: {
    says: 'you paste each link at the terminal',
    describe: async (ask) => ({
      mailbox: { use: 'prompt' },
      ...(await emailOf(ask, 'you+{run}@example.com')),
    }),
  },
  mock: { says: "the mock backend's outbox", describe: async () => ({ mailbox: { use: 'mock' } }) },
};

export const staffChoices: Readonly<Record<string, Choice>> = {
  http: {
    says: 'a request to your staff system',
    describe: async (ask) => {
      const url = await ask(
        '   Address, with {email}, {paymentCode} or {applicantId} in it',
        'https://staff.example.edu/verify/{paymentCode}',
      );
      const variable = await ask(
        '   Environment variable that holds its bearer token, or "none"',
        'STAFF_TOKEN',
      );
      const headers =
        variable === 'none' ? {} : { headers: { authorization: `Bearer {env:${variable}}` } };
      return { staff: { use: 'http', requests: { verify: { url, ...headers } } } };
    },
  },
  command: {
    says: "a program of yours, given the applicant's address",
    describe: async (ask) => ({
      staff: { use: 'command', command: wordsOf(await ask('   Command', 'node staff.mjs')) },
    }),
  },
  wait: {
    says: 'people, who are waited for',
    describe: async (ask) => {
      const minutes = Number(await ask('   For how many minutes', '30'));
      return { staff: { use: 'wait', waitMs: Math.round(minutes * 60_000) } };
    },
  },
  prompt: {
    says: 'you, asked at the terminal',
    describe: async () => ({ staff: { use: 'prompt' } }),
  },
  none: {
    says: 'nobody: runs end at the payment',
    describe: async () => ({ staff: { use: 'none' } }),
  },
  mock: {
    says: "the mock backend's staff page",
    describe: async () => ({ staff: { use: 'mock' } }),
  },
};

/** A command's words: split at spaces, but not inside quotes. */
export function wordsOf(line: string): string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|\S+/g)].map(
    ([whole, double, single]) => double ?? single ?? whole,
  );
}
