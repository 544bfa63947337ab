import { z } from 'zod';
import type { MockPages } from '../../backend/mock-pages.ts';
import { CliError, exitCodes } from '../../process/exit.ts';
import { type Patience, poll } from '../poll.ts';
import type { Mailbox } from './mailbox.ts';
import { NoMail } from './mailbox.ts';

const outboxSchema = z.array(
  z.object({
    kind: z.string(),
    sentAt: z.string(),
    link: z.string().optional(),
    temporaryPassword: z.string().optional(),
  }),
);
type Mail = z.infer<typeof outboxSchema>[number];

/** Reads the outbox of the mock backend. */
export function mockMailbox(mockPages: MockPages, waiting: Partial<Patience> = {}): Mailbox {
  const patience: Patience = { waitMs: 5000, everyMs: 200, ...waiting };
  const mails = async (email: string, signal: AbortSignal): Promise<Mail[]> => {
    const path = `/_mock/outbox.json?to=${encodeURIComponent(email)}`;
    const { data } = outboxSchema.safeParse(await mockPages(path, { setting: 'mailbox', signal }));
    if (data) return data;
    throw broken("the mock's outbox did not answer a list of mails");
  };
  /** @param read what is looked for in a mail of the kind; newest first */
  const wait = async (
    kind: string,
    read: (mail: Mail) => string | undefined,
    email: string,
    since: number,
    signal: AbortSignal,
  ): Promise<string> => {
    const look = async () => {
      const all = await mails(email, signal);
      const recent = all.filter((one) => one.kind === kind && Date.parse(one.sentAt) >= since);
      return recent.map(read).find((one) => one !== undefined);
    };
    const found = await poll(`the ${kind} mail to ${email}`, look, patience, signal);
    if (found !== undefined) return found;
    throw new NoMail(
      `no ${kind} mail to ${email} came to the mock's outbox in ${patience.waitMs} ms`,
    );
  };
  return {
    activationLink: (email, since, signal, unlike) => {
      const read = ({ link }: Mail) => (link === unlike ? undefined : link);
      return wait('activation', read, email, since, signal);
    },
    temporaryPassword: (email, since, signal) =>
      wait('temporary-password', (mail) => mail.temporaryPassword, email, since, signal),
    countActivations: async (email, signal) =>
      (await mails(email, signal)).filter(({ kind }) => kind === 'activation').length,
  };
}

function broken(what: string): CliError {
  return new CliError(what, exitCodes.brokenContract);
}
