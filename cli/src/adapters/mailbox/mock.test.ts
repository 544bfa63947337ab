import { expect, test } from 'vitest';
import { mockMailbox } from './mock.ts';

const mail = { kind: 'activation', sentAt: new Date(1000).toISOString(), link: 'https://x/a' };
const { signal } = new AbortController();

test('mail that comes late is waited for', async () => {
  const looks: unknown[] = [[], [{ ...mail, kind: 'admitted' }], [mail]];
  const mailbox = mockMailbox(async () => looks.shift(), { everyMs: 1 });
  expect(await mailbox.activationLink('a@example.com', 1000, signal)).toBe(mail.link);
});

test('older mail does not count, and mail that never comes is reported as such', async () => {
  const mailbox = mockMailbox(async () => [mail], { waitMs: 5, everyMs: 1 });
  await expect(mailbox.activationLink('a@example.com', 1001, signal)).rejects.toMatchObject({
    exitCode: 5,
    message: "no activation mail to a@example.com came to the mock's outbox in 5 ms",
  });
});

test('what is no list of mails is reported', async () => {
  for (const odd of [{}, [null], [{ kind: 1 }]]) {
    const ended = mockMailbox(async () => odd).activationLink('a@example.com', 0, signal);
    await expect(ended).rejects.toMatchObject({ exitCode: 1, message: /no list of mails/ });
  }
});

test('an interruption ends the waiting', async () => {
  const controller = new AbortController();
  const mailbox = mockMailbox(
    async () => {
      setImmediate(() => controller.abort());
      return [];
    },
    { everyMs: 60_000 },
  );
  const ended = mailbox.activationLink('a@example.com', 0, controller.signal);
  await expect(ended).rejects.toMatchObject({ exitCode: 130 });
});
