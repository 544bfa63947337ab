import { CliError, exitCodes } from '../exit.ts';
import { askDesk } from '../mock-desk.ts';
import type { Mailbox } from './mailbox.ts';

interface Mail {
  kind: string;
  sentAt: string;
  link?: string;
}

/** Reads the outbox of the mock backend, where mail is listed the moment it is sent. */
export function mockMailbox(origin: string): Mailbox {
  return {
    async activationLink(email, since, signal) {
      const path = `/_mock/outbox.json?to=${encodeURIComponent(email)}`;
      const mails = (await askDesk(origin, path, { setting: 'mailbox', signal })) as Mail[];
      const mail = mails.find(
        ({ kind, sentAt }) => kind === 'activation' && Date.parse(sentAt) >= since,
      );
      if (!mail?.link)
        throw new CliError(
          `no activation mail to ${email} in the mock's outbox`,
          exitCodes.brokenContract,
        );
      return mail.link;
    },
  };
}
