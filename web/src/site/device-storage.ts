import { keptIn } from './kept-values.ts';

/** This device's local storage, the same in every tab. */
const device = keptIn(() => localStorage);
const listeners = new Set<() => void>();

export const { read: readFromDevice, keys: keysOnDevice, outlivesThePage } = device;

export function keepOnDevice(key: string, value: string): void {
  device.keep(key, value);
  for (const tell of listeners) tell();
}

export function dropFromDevice(key: string): void {
  device.drop(key);
  for (const tell of listeners) tell();
}

/** Follows changes, also those made in other tabs. @returns a function that stops it */
export function watchDevice(tell: () => void): () => void {
  listeners.add(tell);
  addEventListener('storage', tell);
  return () => {
    listeners.delete(tell);
    removeEventListener('storage', tell);
  };
}
