import { CliError, exitCodes } from '../../process/exit.ts';
import { type Program, runProgram } from '../run-program.ts';
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
    async temporaryPassword(email, _since, signal) {
      const printed = await ask('temporary-password', email, signal);
      const password = readPassword(printed);
      if (password) return password;
      throw new CliError(
        'the mailbox command printed no password; with ADMISSIONS_WANTS=temporary-password it must print the temporary password',
      );
    },
  };
}

/** The password alone on its line, or what follows the word in a mail. */
function readPassword(printed: string): string | undefined {
  const lines = printed.split(/\r?\n/).map((line) => line.trim());
  const after = /password\b[^:\n]*(?::|\bis\b)\s*(\S+)/i.exec(printed)?.[1];
  return lines.length === 1 && /^\S+$/.test(lines[0] ?? '') ? lines[0] : after;
}
