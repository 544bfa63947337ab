import { getEventListeners } from 'node:events';
import { expect, test } from 'vitest';
import { runLoad } from './run.ts';
import { planWith } from './testing/result.ts';

test('a bug of ours ends the run with a verdict, and leaves no timer that keeps the process alive', async () => {
  const timersBefore = timers();
  const controller = new AbortController();
  const { result, bug } = await runLoad(
    { plan: planWith(), shard: 1 },
    {
      signal: controller.signal,
      interrupt: () => controller.abort(),
      context: () => {
        throw new Error('no context');
      },
    },
    { onProgress: () => {} },
  );
  expect(bug?.error).toEqual(new Error('no context'));
  expect(result).toMatchObject({ interrupted: false, cutShort: { exitCode: 1 } });
  expect(controller.signal.aborted).toBe(true);
  expect(timers()).toBe(timersBefore);
  expect(getEventListeners(controller.signal, 'abort')).toHaveLength(0);
});

function timers(): number {
  return process.getActiveResourcesInfo().filter((kind) => kind === 'Timeout').length;
}
