/** The parts of what waits to be sent, loaded when they are due. */
import { lazily } from '../site/lazily.ts';
import { LazyPart } from '../ui/lazy-part.tsx';
import type { Given, Waiting } from './waiting.ts';

const outbox = lazily(() => import('./outbox/outbox.tsx'));
const waits = lazily(() => import('./outbox/waits.tsx'));
const store = lazily(async () => ({ default: (await import('./outbox/store.ts')).give }));

/** Loads all of it, while there is a connection: without one it would be too late. */
export async function prepareToWait(): Promise<void> {
  await Promise.allSettled([outbox, waits, store].map((part) => part.load()));
}

/** Lets something wait. @returns false where that is not possible: its script can't be loaded, or a file not be read */
export async function letWait(given: Given): Promise<boolean> {
  const give = await store.load().catch(() => undefined);
  return give?.(given).catch(() => false) ?? false;
}

export function Outbox() {
  return <LazyPart of={outbox} props={{}} />;
}

export function Waits({ item }: { item: Waiting }) {
  return <LazyPart of={waits} props={{ item }} />;
}
