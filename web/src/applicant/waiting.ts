/**
 * What an applicant has sent without a connection: it waits on this device, in the order it was given. What is written
 * here is only that something waits; what it says is in the vault, encrypted.
 */
import { type LifecycleRow, lifecycle } from '@one-planet/contract/lifecycle';
import { dropFromDevice, keepOnDevice, readFromDevice } from '../site/device-storage.ts';
import type { Draft } from '../site/drafts.ts';
import { ownerOf } from '../site/owner.ts';
import { useSession } from '../site/session.ts';
import { createValue, useValue } from '../site/value.ts';
import type { Profile } from './reads.ts';

/** The steps that can wait. */
export type WaitingStep =
  | 'payments.makeOffline'
  | 'applicants.saveBioData'
  | 'applicants.saveEducationData'
  | 'applicants.saveContactData'
  | 'applicants.applyForProgram';

/** One for each step and owner. */
export interface Waiting {
  /** See `ownerOf`. */
  owner: string;
  step: WaitingStep;
  /** What is sent; the names under which its files are stored are put in then. */
  body: object;
  /** By the body's field; each is also a field of the form. */
  files: Readonly<Record<string, File>>;
  /** The form's name, and what was typed there: she can take it back. */
  draft: string;
  typed: Draft;
  /** Passed to the page that follows. */
  state?: unknown;
  /** Whose it is, as the server knew her. */
  profile: Profile;
  /** The device keeps it; otherwise it is lost with the page. */
  isKept?: boolean;
  /** Why the server refused it: it waits for her then. */
  refusal?: string;
}

/** What waits to be sent, in the order of the steps. */
export const waiting = createValue<readonly Waiting[]>([]);

/** @returns what waits of whoever is logged in in this tab */
export function useWaiting(): readonly Waiting[] {
  const email = useSession()?.email;
  const all = useValue(waiting);
  return email === undefined ? [] : all.filter(({ owner }) => owner === ownerOf(email));
}

/** Its files together, in bytes. */
export function sizeOf({ files }: Waiting): number {
  return Object.values(files).reduce((sum, { size }) => sum + size, 0);
}

/** @returns how the step is entered and left */
export function rowOf(step: WaitingStep): LifecycleRow {
  return lifecycle[step];
}

const markKey = (owner: string) => `waiting:${owner}`;

/** @returns true if something of hers may wait on this device */
export function mayWait(owner: string): boolean {
  return readFromDevice(markKey(owner)) !== null;
}

export function markWaiting(owner: string, waits: boolean): void {
  if (waits) keepOnDevice(markKey(owner), 'yes');
  else dropFromDevice(markKey(owner));
}

/** At logout. */
export function forgetWaiting(owner: string): void {
  waiting.set([]);
  markWaiting(owner, false);
}
