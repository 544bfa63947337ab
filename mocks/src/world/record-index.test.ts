import { Collection } from '@mswjs/data';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { RecordIndex } from './record-index.ts';

test('a record is found by its key as it is now, also after an update', async () => {
  const sessions = new Collection({ schema: z.object({ token: z.string(), end: z.number() }) });
  const index = new RecordIndex(sessions, ({ token }) => token);
  expect(index.find('a')).toBeUndefined();
  await sessions.create({ token: 'a', end: 1 });
  await sessions.create({ token: 'b', end: 2 });
  expect(index.find('a')?.end).toBe(1);
  await sessions.update((q) => q.where({ token: 'a' }), {
    data(session) {
      session.end = 3;
    },
  });
  expect([index.find('a')?.end, index.find('b')?.end]).toEqual([3, 2]);
});
