import { expect, test } from 'vitest';
import { KeyedQueue } from './queue.ts';

test('tasks of different keys run side by side', async () => {
  const queue = new KeyedQueue();
  let releaseTask = () => {};
  const blockingTask = queue.run(
    'one',
    () => new Promise<void>((resolve) => (releaseTask = resolve)),
  );
  expect(await queue.run('two', async () => 'done')).toBe('done');
  releaseTask();
  await blockingTask;
});
