/**
 * What an applicant has sent without a connection: it waits on this device, in the order it was given. What is written
 * here is only that something waits; what it says is in the vault, encrypted.
 */
import { type LifecycleRow, lifecycle } from '@one-planet/contract/lifecycle';
import { dropFromDevice, keepOnDevice, readFromDevice } from '../site/device-storage.ts';
import type { Draft, StoredFile } from '../site/drafts.ts';
import { ownerOf } from '../site/owner.ts';
import { useSession } from '../site/session.ts';
import { createValue, useValue } from '../site/value.ts';
import type { ChosenFile } from '../ui/form/form-entries.ts';
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
  /** Not on the server yet, by the body's field; `as` is the form's. */
  files: Readonly<Record<string, { as: string; file: File }>>;
  /** On the server, by the form's field. */
  stored: Readonly<Record<string, StoredFile>>;
  /** Tells it from what was given for the same step before or after, in milliseconds since 1970. */
  givenAt: number;
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

/** The chosen files of a form by the body's field; `as` is the form's. */
export type ChosenFiles = Readonly<
  Record<string, { as: string; chosen: Partial<ChosenFile> | undefined }>
>;

/** What a form gives to wait. */
export interface Given extends Omit<Waiting, 'files' | 'stored' | 'givenAt'> {
  files: ChosenFiles;
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
  return Object.values(files).reduce((sum, { file }) => sum + file.size, 0);
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

/** How often somebody has logged out in this tab: nothing that was begun before is to be kept after. */
export const logOuts = { count: 0 };

/** At logout. */
export function forgetWaiting(owner: string): void {
  logOuts.count += 1;
  waiting.set(waiting.get().filter((item) => item.owner !== owner));
}
