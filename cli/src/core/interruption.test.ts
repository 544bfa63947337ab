import { once } from 'node:events';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { sleepUntilInterrupted, TimeLimit } from './interruption.ts';

function blockProcess(ms: number): void {
  const endsAt = performance.now() + ms;
  while (performance.now() < endsAt);
}

test('a time limit leaves a process that was held up the time to read what has arrived meanwhile', async () => {
  const timeLimit = new TimeLimit(200, new AbortController().signal);
  blockProcess(300);
  // A turn ends before the timers are looked at, the next one after it.
  await nextTurn();
  await nextTurn();
  expect(timeLimit.isOver).toBe(false);
  await once(timeLimit.signal, 'abort');
  expect(timeLimit.isOver).toBe(true);
});

test('Ctrl-C ends a wait, and the run with it', async () => {
  const runController = new AbortController();
  const waitPromise = sleepUntilInterrupted(50_000, runController.signal);
  runController.abort();
  await expect(waitPromise).rejects.toMatchObject({ exitCode: 130 });
});

test('a time limit ends with the run, which is no timeout', () => {
  const runController = new AbortController();
  const timeLimit = new TimeLimit(60_000, runController.signal);
  runController.abort();
  expect(timeLimit.signal.aborted).toBe(true);
  expect(timeLimit.isOver).toBe(false);
  timeLimit.endTimeLimit();
});
