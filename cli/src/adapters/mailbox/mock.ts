/** Mail in the outbox of the mock backend. */
import { z } from 'zod';
import type { MockPages } from '../../backend/mock-pages.ts';
import { CliError, exitCodes } from '../../process/exit.ts';
import type { MailSource } from './mail.ts';

const outboxSchema = z.array(
  z.object({
    id: z.union([z.number(), z.string()]),
    to: z.string(),
    sentAt: z.string(),
    text: z.string(),
    html: z.string(),
  }),
);

export function mockSource(mockPages: MockPages): MailSource {
  return {
    async find(email, since, signal) {
      const path = `/_mock/outbox.json?to=${encodeURIComponent(email)}`;
      const { data } = outboxSchema.safeParse(
        await mockPages(path, { setting: 'mailbox', signal }),
      );
      if (!data) {
        const what = "the mock's outbox did not answer a list of mails";
        throw new CliError(what, exitCodes.brokenContract);
      }
      return data
        .map(({ id, to, sentAt, text, html }) => {
          const receivedAt = Date.parse(sentAt);
          return { id: String(id), to: to.split(/\s*,\s*/), receivedAt, text, html };
        })
        .filter(({ receivedAt }) => receivedAt >= since);
    },
  };
}
