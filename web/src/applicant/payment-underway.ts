/**
 * Payments of this device that may still be on their way: nobody is asked for a fee again before the college shows it
 * (decisions, section 3). Kept beyond the session and the tab, without a name, a code or an amount.
 */

import { lifecycle } from '@one-planet/contract/lifecycle';
import { dropFromDevice, keepOnDevice } from '../site/device-storage.ts';
import { ownerOf } from '../site/owner.ts';

/** The key of her payment on this device. */
export const underwayKey = (email: string) => `payment:${ownerOf(email)}`;

/**
 * @param by `bank`: the college has answered that it received it. A provider: it was opened there, and may be paid
 */
export function keepUnderway(email: string, by: string): void {
  keepOnDevice(underwayKey(email), JSON.stringify({ by, at: Date.now() }));
}

export function dropUnderway(email: string): void {
  dropFromDevice(underwayKey(email));
}

/** @returns true once a status shows that a payment has arrived, or that none is due */
export function showsPayment(status: string | undefined): boolean {
  return status !== undefined && status !== lifecycle['payments.makeOffline'].from;
}
