/**
 * A step that an applicant has sent without a connection waits on this device, in the order it was given. Local storage
 * says only that something waits; what it is stands in IndexedDB (kept-entries.ts).
 */

import { type LifecycleRow, lifecycle } from '@one-planet/contract/lifecycle';
import { atom } from 'jotai';
import { sessionAtom } from '../site/atoms.ts';
import type { Profile } from '../site/records.ts';
import { dropFromDevice, keepOnDevice } from '../site/storages.ts';
import { ownerOf } from '../site/stored-session.ts';
import type { Draft, StoredFile } from './drafts.ts';
import type { ChosenFile } from './file-to-send.ts';

/** The steps that can wait. */
export type WaitingStep =
  | 'payments.makeOffline'
  | 'applicants.saveBioData'
  | 'applicants.saveEducationData'
  | 'applicants.saveContactData'
  | 'applicants.applyForProgram';

/** The name of each step's form, under which this tab keeps what is typed there. */
export const formOf: Readonly<Record<WaitingStep, string>> = {
  'payments.makeOffline': 'offline-payment',
  'applicants.saveBioData': 'biography',
  'applicants.saveEducationData': 'education',
  'applicants.saveContactData': 'contact',
  'applicants.applyForProgram': 'application',
};

/** One for each step and applicant. */
export interface Waiting {
  /** Whose it is, in lower case. */
  email: string;
  step: WaitingStep;
  /** The body to send; the names under which its files are stored are put in then. */
  body: object;
  /** Not on the server yet, by the body's field; `as` is the form's. */
  files: Readonly<Record<string, { as: string; file: File }>>;
  /** On the server, by the form's field. */
  stored: Readonly<Record<string, StoredFile>>;
  /** Distinguishes it from what was given for the same step before or after, in milliseconds since 1970. */
  givenAt: number;
  /** The form's name, and what was typed there: she can take it back. */
  draft: string;
  typed: Draft;
  /** Passed to the page that follows. */
  state?: unknown;
  /** As the server knew her. */
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

/** A step as its form hands it over. */
export interface Given extends Omit<Waiting, 'files' | 'stored' | 'givenAt'> {
  files: ChosenFiles;
}

/** The steps that wait to be sent, in the order of the steps; of everybody who has used this tab. */
export const outboxAtom = atom<readonly Waiting[]>([]);

/** Those of whoever is logged in in this tab. */
export const ownOutboxAtom = atom((get) => {
  const address = get(sessionAtom)?.email.toLowerCase();
  return get(outboxAtom).filter(({ email }) => email === address);
});

/** Whether this tab is sending what waits. */
export const sendingAtom = atom(false);

/** Its files together, in bytes. */
export function sizeOf({ files }: Waiting): number {
  return Object.values(files).reduce((sum, { file }) => sum + file.size, 0);
}

/** @returns how the step is entered and left */
export function rowOf(step: WaitingStep): LifecycleRow {
  return lifecycle[step];
}

/** The key under which the device notes that something of hers may wait here. */
export const markKey = (email: string) => `waiting:${ownerOf(email)}`;

export function markWaiting(email: string, waits: boolean): void {
  if (waits) keepOnDevice(markKey(email), 'yes');
  else dropFromDevice(markKey(email));
}

/** How often somebody has logged out in this tab: nothing that was begun before is to be kept after. */
export const logOuts = { count: 0 };
