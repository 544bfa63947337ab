import { type Program, runProgram } from '../adapter-command.ts';
import { CliError } from '../exit.ts';
import type { Mailbox } from './mailbox.ts';

/** Asks a program of the user's own: it gets the address as its last argument and prints a text with the link. */
export function commandMailbox(program: Program): Mailbox {
  return {
    async activationLink(email, _since, signal) {
      const printed = await runProgram(program, email, { purpose: 'mailbox', signal });
      const link = /https?:\/\/[^\s"'<>]+/.exec(printed)?.[0];
      if (link) return link;
      throw new CliError('the mailbox command printed no link; it must print the activation link');
    },
  };
}
