import { expect, test } from 'vitest';
import { mockSource } from './mock.ts';

const mail = {
  id: 7,
  to: 'a@example.com, b@example.com',
  sentAt: new Date(1000).toISOString(),
  text: 'Open https://x.example/a',
  html: '',
};
const { signal } = new AbortController();
const find = (answer: unknown, since: number) =>
  mockSource(async () => answer).find('a@example.com', since, signal);

test('the outbox is read, and older mail left out', async () => {
  const { to, sentAt, ...rest } = mail;
  const read = { ...rest, id: '7', to: ['a@example.com', 'b@example.com'], receivedAt: 1000 };
  expect(await find([mail], 1000)).toEqual([read]);
  expect(await find([mail], 1001)).toEqual([]);
});

test('what is no list of mails is reported', async () => {
  for (const odd of [{}, [null], [{ to: 1 }]]) {
    await expect(find(odd, 0)).rejects.toMatchObject({
      exitCode: 1,
      message: /no list of mails/,
    });
  }
});
