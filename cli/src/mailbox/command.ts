import { runCommand } from '../adapter-command.ts';
import { CliError } from '../exit.ts';
import type { Mailbox } from './mailbox.ts';

/** Asks a program of the user's own: it gets the address as its last argument and prints a text with the link. */
export function commandMailbox(settings: {
  command: string[];
  timeoutMs?: number | undefined;
}): Mailbox {
  return {
    async activationLink(email, _since, signal) {
      const printed = await runCommand(settings.command, email, {
        timeoutMs: settings.timeoutMs,
        signal,
        purpose: 'mailbox',
      });
      const link = /https?:\/\/[^\s"'<>]+/.exec(printed)?.[0];
      if (!link)
        throw new CliError(
          'the mailbox command printed no link; it must print the activation link',
        );
      return link;
    },
  };
}
