/**
 * Steps that an applicant has submitted without a connection wait in the outbox on this device. Local storage has only
 * a mark that something waits; the items themselves are in IndexedDB (kept-entries.ts).
 */

import { type LifecycleRow, lifecycle } from '@one-planet/contract/lifecycle';
import { atom } from 'jotai';
import { sessionAtom } from '../site/atoms.ts';
import { dropOfOwner, findOwnerKey, keepOfOwner } from '../site/owner.ts';
import type { Profile } from '../site/records.ts';
import type { Draft, UploadedFile } from './drafts.ts';
import type { ChosenFile } from './file-to-send.ts';
import type { SentDetails } from './sent-payment.ts';
import { isTooCostly, type UploadCost } from './upload-file.ts';

/** The steps that can wait. */
export type WaitingStep =
  | 'payments.makeOffline'
  | 'applicants.saveBioData'
  | 'applicants.saveEducationData'
  | 'applicants.saveContactData'
  | 'applicants.applyForProgram';

/** The name of each step's form, under which this tab keeps its draft. */
export const formNameOfStep: Readonly<Record<WaitingStep, string>> = {
  'payments.makeOffline': 'offline-payment',
  'applicants.saveBioData': 'biography',
  'applicants.saveEducationData': 'education',
  'applicants.saveContactData': 'contact',
  'applicants.applyForProgram': 'application',
};

/** A step in the outbox; there is at most one item for each step and applicant. */
export interface OutboxItem {
  /** The applicant's, in lower case. */
  email: string;
  step: WaitingStep;
  /** The body to send, without the names of `files`, which are known only after their upload. */
  body: object;
  /** The files that are not on the server yet, by the body's field; `as` is the form's field. */
  files: Readonly<Record<string, { as: string; file: File }>>;
  /** The files that are on the server, by the form's field. */
  stored: Readonly<Record<string, UploadedFile>>;
  /** When it was submitted, in milliseconds since 1970; tells it from other submissions of the same step. */
  givenAt: number;
  /** The name of the form's draft. If she takes the step back, the form is filled in again from `typed`. */
  draft: string;
  typed: Draft;
  /** The navigation state for the page that follows. */
  state?: unknown;
  /** Of a payment: what is shown of it once it is sent. */
  payment?: Partial<SentDetails>;
  /** What uploads of its files without an answer have cost. */
  uploadCost?: UploadCost;
  /** Her profile as the server sent it last. */
  profile: Profile;
  /** True if the device keeps it; otherwise it is lost when the page is left. */
  isKept?: boolean;
  /** It was sent before, and its response was lost: the server may have it from here. */
  isTried?: boolean;
  /** Why the server refused it; it then waits until she corrects it. */
  refusal?: string;
}

/** The chosen files of a form by the body's field; `as` is the form's field. */
export type ChosenFiles = Readonly<
  Record<string, { as: string; chosen: Partial<ChosenFile> | undefined }>
>;

/** A step for the outbox, with the files that were chosen in its form. */
export interface QueuedSubmission extends Omit<OutboxItem, 'files' | 'stored' | 'givenAt'> {
  files: ChosenFiles;
}

/** The steps that wait to be sent, in the order in which steps are taken, of everybody who has used this tab. */
export const outboxAtom = atom<readonly OutboxItem[]>([]);

/** The steps of the applicant who is logged in in this tab. */
export const applicantOutboxAtom = atom((get) => {
  const sessionEmail = get(sessionAtom)?.email.toLowerCase();
  return get(outboxAtom).filter(({ email }) => email === sessionEmail);
});

/** Whether this tab is sending the outbox. */
export const isSendingAtom = atom(false);

/** @returns the size of all files of an item, in bytes */
export function filesSizeOf({ files }: OutboxItem): number {
  return Object.values(files).reduce((totalBytes, { file }) => totalBytes + file.size, 0);
}

/** @returns whether its files are uploaded only if she asks for that */
export function isStopped(item: OutboxItem): boolean {
  return isTooCostly(item.uploadCost, filesSizeOf(item));
}

/** @returns the states before and after the step */
export function lifecycleRowOf(step: WaitingStep): LifecycleRow {
  return lifecycle[step];
}

const outboxMarkKeyPrefix = 'waiting:';

/** The key under which local storage notes that something of hers may wait on this device. */
export const outboxMarkKeyOf = (email: string) => findOwnerKey(outboxMarkKeyPrefix, email);

export function markWaiting(email: string, isWaiting: boolean): void {
  if (isWaiting) keepOfOwner(outboxMarkKeyPrefix, email, 'yes');
  else dropOfOwner(outboxMarkKeyPrefix, email);
}

/** Counts the logouts in this tab: what was started before a logout must not be kept after it. */
export const logOutCounter = { count: 0 };
