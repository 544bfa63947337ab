import { setTimeout as sleep } from 'node:timers/promises';
import { z } from 'zod';
import { CliError, exitCodes } from '../exit.ts';
import type { Desk } from '../mock-desk.ts';
import type { Mailbox } from './mailbox.ts';

const outboxSchema = z.array(
  z.object({
    kind: z.string(),
    sentAt: z.string(),
    link: z.string().optional(),
    temporaryPassword: z.string().optional(),
  }),
);
type Mail = z.infer<typeof outboxSchema>[number];

/**
 * Reads the outbox of the mock backend.
 * @param waiting how long mail may take to come, and how often it is looked for, in milliseconds
 */
export function mockMailbox(desk: Desk, { waitMs = 5000, everyMs = 200 } = {}): Mailbox {
  const mails = async (email: string, signal: AbortSignal): Promise<Mail[]> => {
    const path = `/_mock/outbox.json?to=${encodeURIComponent(email)}`;
    const { data } = outboxSchema.safeParse(await desk(path, { setting: 'mailbox', signal }));
    if (data) return data;
    throw broken("what the mock's outbox answered is no list of mails");
  };
  /** @param read what is looked for in a mail of the kind; newest first */
  const wait = async (
    kind: string,
    read: (mail: Mail) => string | undefined,
    email: string,
    since: number,
    signal: AbortSignal,
  ): Promise<string> => {
    const lastLook = performance.now() + waitMs;
    for (;;) {
      const all = await mails(email, signal);
      const mail = all.find((one) => one.kind === kind && Date.parse(one.sentAt) >= since);
      const found = mail && read(mail);
      if (found) return found;
      if (performance.now() >= lastLook) {
        throw broken(`no ${kind} mail to ${email} came to the mock's outbox in ${waitMs} ms`);
      }
      await sleep(everyMs, undefined, { signal }).catch(() => {
        throw new CliError('interrupted', exitCodes.interrupted);
      });
    }
  };
  return {
    activationLink: (email, since, signal) =>
      wait('activation', ({ link }) => link, email, since, signal),
    temporaryPassword: (email, since, signal) =>
      wait('temporary-password', (mail) => mail.temporaryPassword, email, since, signal),
    countActivations: async (email, signal) =>
      (await mails(email, signal)).filter(({ kind }) => kind === 'activation').length,
  };
}

function broken(what: string): CliError {
  return new CliError(what, exitCodes.brokenContract);
}
