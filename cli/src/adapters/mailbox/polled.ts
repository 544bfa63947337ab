/** The mailbox of every adapter that looks at real mails. */
import { type Patience, poll } from '../poll.ts';
import {
  findLink,
  findPasswords,
  type Mail,
  type MailSource,
  type Patterns,
  wordsOf,
} from './mail.ts';
import type { FoundMail, Mailbox } from './mailbox.ts';
import { NoMail } from './mailbox.ts';

export interface PolledOptions extends Patience {
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
