import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { CliError, exitCodes } from '../exit.ts';
import type { Desk } from '../mock-desk.ts';
import type { Mailbox } from './mailbox.ts';

const outboxSchema = z.array(
  z.object({ kind: z.string(), sentAt: z.string(), link: z.string().optional() }),
);

/**
 * Reads the outbox of the mock backend.
 * @param waiting how long mail may take to come, and how often it is looked for, in milliseconds
 */
export function mockMailbox(desk: Desk, { waitMs = 5000, everyMs = 200 } = {}): Mailbox {
  return {
    async activationLink(email, since, signal) {
      const path = `/_mock/outbox.json?to=${encodeURIComponent(email)}`;
      const lastLook = performance.now() + waitMs;
      for (;;) {
        const { data } = outboxSchema.safeParse(await desk(path, { setting: 'mailbox', signal }));
        if (!data) throw broken("what the mock's outbox answered is no list of mails");
        const mail = data.find(
          ({ kind, sentAt }) => kind === 'activation' && Date.parse(sentAt) >= since,
        );
        if (mail?.link) return mail.link;
        if (performance.now() >= lastLook) {
          throw broken(`no activation mail to ${email} came to the mock's outbox in ${waitMs} ms`);
        }
        await sleep(everyMs, undefined, { signal }).catch(() => {
          throw new CliError('interrupted', exitCodes.interrupted);
        });
      }
    },
  };
}

function broken(what: string): CliError {
  return new CliError(what, exitCodes.brokenContract);
}
