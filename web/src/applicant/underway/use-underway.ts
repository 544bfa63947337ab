import { limits } from '@one-planet/contract/limits';
import { useSyncExternalStore } from 'react';
import { readFromDevice, watchDevice } from '../../site/device-storage.ts';
import { fieldsOf, numberOf, textOf } from '../../site/unchecked.ts';
import { underwayKey } from '../payment-underway.ts';

export interface Underway {
  /** `bank`: the college has answered that it received it. A provider: it was opened there, and may be paid. */
  by: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** @returns her payment that may be on its way; follows changes made in other tabs */
export function useUnderway(email: string): Underway | undefined {
  const raw = useSyncExternalStore(
    watchDevice,
    () => readFromDevice(underwayKey(email)),
    () => null,
  );
  return underwayOf(raw);
}

function underwayOf(raw: string | null): Underway | undefined {
  try {
    const { by, at } = fieldsOf(JSON.parse(raw ?? 'null'));
    const [who, when = 0] = [textOf(by), numberOf(at)];
    const isRecent = Date.now() - when < limits.payment.windowDays * 24 * 60 * 60_000;
    return who && isRecent ? { by: who, at: when } : undefined;
  } catch {
    return undefined;
  }
}
