import { expect, test } from 'vitest';
import { KeyedQueue } from './table.ts';

test('tasks of one key run one after the other, also after one that fails', async () => {
  const queue = new KeyedQueue();
  const log: string[] = [];
  const task =
    (name: string, fails = false) =>
    async () => {
      log.push(`${name} begins`);
      await Promise.resolve();
      log.push(`${name} ends`);
      if (fails) throw new Error(name);
      return name;
    };
  const results = await Promise.allSettled([
    queue.run('hana', task('first', true)),
    queue.run('hana', task('second')),
  ]);
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  expect(log).toEqual(['first begins', 'first ends', 'second begins', 'second ends']);
});

test('tasks of different keys run side by side', async () => {
  const queue = new KeyedQueue();
  let release = () => {};
  const blocked = queue.run('one', () => new Promise<void>((resolve) => (release = resolve)));
  expect(await queue.run('two', async () => 'done')).toBe('done');
  release();
  await blocked;
});
