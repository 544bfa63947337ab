/** The person at the terminal reads the mail. */
import { ask } from '../../process/ask.ts';
import type { Mailbox } from './mailbox.ts';

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
