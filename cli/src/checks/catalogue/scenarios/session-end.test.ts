import { expect, test } from 'vitest';
import type { CheckContext } from '../../context.ts';
import { Ended } from '../../outcome.ts';
import { waitFor } from './session-end.ts';

test('Ctrl-C ends a wait for a deadline, and the run with it', async () => {
  const controller = new AbortController();
  const { signal } = controller;
  const context = { run: { patienceMs: 60_000 }, helpers: { signal } } as unknown as CheckContext;
  const waiting = waitFor(context, 50_000);
  controller.abort();
  await expect(waiting).rejects.toBeInstanceOf(Ended);
});
