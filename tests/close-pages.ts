/** Pages that a test opened are closed with it: a browser full of pages nobody looks at slows every later test. */
import { afterEach, beforeEach } from 'vitest';
import { openContexts } from './site/demo.ts';

let shared = new Set(openContexts);
beforeEach(() => {
  shared = new Set(openContexts);
});
afterEach(async ({ task }) => {
  // Those that run side by side close their own.
  if (task.concurrent) return;
  const own = [...openContexts].filter((context) => !shared.has(context));
  await Promise.all(own.map((context) => context.close()));
});
