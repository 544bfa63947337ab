import { useSyncExternalStore } from 'react';

/** A value that outlives the screens; the components that read it are drawn again when it changes. */
export interface Value<T> {
  /** What it was made with, and the page was prerendered with. */
  initial: T;
  get(): T;
  set(value: T): void;
  /** @returns what ends the subscription */
  subscribe(changed: () => void): () => void;
}

export function createValue<T>(initial: T): Value<T> {
  let value = initial;
  const watchers = new Set<() => void>();
  return {
    initial,
    get: () => value,
    set(next) {
      value = next;
      for (const changed of watchers) changed();
    },
    subscribe(changed) {
      watchers.add(changed);
      return () => watchers.delete(changed);
    },
  };
}

/** @returns the value; during hydration the one that the page was prerendered with */
export function useValue<T>({ initial, get, subscribe }: Value<T>): T {
  return useSyncExternalStore(subscribe, get, () => initial);
}
