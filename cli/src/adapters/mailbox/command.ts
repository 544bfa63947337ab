import { CliError, exitCodes } from '../../process/exit.ts';
import { type Program, runProgram } from '../run-program.ts';
import { likelyPasswords } from './likely-passwords.ts';
import type { Mailbox } from './mailbox.ts';
import { NoMail } from './mailbox.ts';

/**
 * Asks a program of the user's own: it gets the address as its last argument and, in ADMISSIONS_WANTS, what it is
 * to print: `activation-link` (a text with the link) or `temporary-password` (the password, or a mail with it).
 * Nothing printed means that no mail came.
 */
export function commandMailbox(program: Program): Mailbox {
  const ask = async (wants: string, email: string, signal: AbortSignal): Promise<string> => {
    const asked = { ...program, env: { ADMISSIONS_WANTS: wants } };
    const call = runProgram(asked, email, { purpose: 'mailbox', signal });
    const printed = await call.catch((error: CliError) => {
      // What it waits for is the mail.
      throw error.exitCode === exitCodes.waiting ? new NoMail(error.message) : error;
    });
    if (printed) return printed;
    throw new NoMail(`the mailbox command found no mail to ${email} (it printed nothing)`);
  };
  return {
    async activationLink(email, _since, signal, unlike) {
      const printed = await ask('activation-link', email, signal);
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
      const printed = await ask('temporary-password', email, signal);
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
