import { expect, test } from 'vitest';
import { KeyedQueue } from './table.ts';

test('tasks of different keys run side by side', async () => {
  const queue = new KeyedQueue();
  let release = () => {};
  const blocked = queue.run('one', () => new Promise<void>((resolve) => (release = resolve)));
  expect(await queue.run('two', async () => 'done')).toBe('done');
  release();
  await blocked;
});
