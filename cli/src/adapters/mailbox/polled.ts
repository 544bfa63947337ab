/** The mailbox of every adapter that looks at real mails. */
import { type Patience, poll } from '../poll.ts';
import { findLink, findPassword, type Mail, type MailSource, type Patterns } from './mail.ts';
import type { Mailbox } from './mailbox.ts';
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
  const handedOut = new Set<string>();

  const newestFirst = async (email: string, since: number, signal: AbortSignal) =>
    (await source.find(email, since, signal)).sort((a, b) => b.receivedAt - a.receivedAt);

  const wait = async (
    kind: { mail: string; has: string; read: (mail: Mail) => string | undefined },
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
        return firstOf(mails, kind.read);
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
      const read = (mail: Mail) => {
        const link = linkIn(mail);
        return link === unlike ? undefined : link;
      };
      const kind = { mail: 'activation', has: `an address like ${patterns.link.source}`, read };
      return wait(kind, email, since, signal);
    },
    temporaryPassword: (email, since, signal) => {
      const read = (mail: Mail) => {
        const password = handedOut.has(mail.id) ? undefined : findPassword(mail, patterns);
        if (password !== undefined) handedOut.add(mail.id);
        return password;
      };
      const kind = { mail: 'temporary password', has: 'a password', read };
      return wait(kind, email, since, signal);
    },
    countActivations: async (email, signal, atLeast = 0) => {
      let count = 0;
      const look = async () => {
        const mails = await source.find(email, 0, signal);
        count = mails.filter((mail) => linkIn(mail) !== undefined).length;
        return count >= atLeast ? count : undefined;
      };
      await poll(`another activation mail to ${email}`, look, options, signal);
      return count;
    },
    ...(source.close ? { close: () => source.close?.() ?? Promise.resolve() } : {}),
  };
}

/** Reads mails in order until one has what is looked for. */
function firstOf(
  mails: readonly Mail[],
  read: (mail: Mail) => string | undefined,
): string | undefined {
  for (const mail of mails) {
    const found = read(mail);
    if (found !== undefined) return found;
  }
  return undefined;
}
