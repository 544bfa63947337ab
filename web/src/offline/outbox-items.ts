/**
 * Every step that an applicant submits becomes an item. With a connection it is sent at once; without one it waits in the
 * outbox on this device. Local storage has only a mark that something waits; the items themselves are in IndexedDB
 * (kept-entries.ts).
 */

import type {
  BioData,
  ContactData,
  EducationData,
  toApplication,
  toOfflinePayment,
} from '@one-planet/contract';
import { atom } from 'jotai';
import { sessionAtom } from '../site/atoms.ts';
import { ownerHashOf } from '../site/owner.ts';
import type { Profile } from '../site/records.ts';
import { dropFromDevice, keepOnDevice } from '../site/storages.ts';
import { type Draft, findStoredFile, type UploadedFile } from './drafts.ts';
import type { ChosenFile } from './file-to-send.ts';
import { bankFormName, type SentDetails } from './sent-payment.ts';
import { isTooCostly, type UploadCost } from './upload-cost.ts';

/** The steps that an applicant can submit without a connection, each with the body of its request. */
export interface StepBodies {
  'payments.makeOffline': ReturnType<typeof toOfflinePayment>;
  'applicants.saveBioData': BioData;
  'applicants.saveEducationData': EducationData;
  'applicants.saveContactData': ContactData;
  'applicants.applyForProgram': ReturnType<typeof toApplication>;
}

export type WaitingStep = keyof StepBodies;

/** The name of each step's form, under which this tab keeps its draft. */
export const formNameOfStep: Readonly<Record<WaitingStep, string>> = {
  'payments.makeOffline': bankFormName,
  'applicants.saveBioData': 'biography',
  'applicants.saveEducationData': 'education',
  'applicants.saveContactData': 'contact',
  'applicants.applyForProgram': 'application',
};

/** A step as it was submitted. In the outbox there is at most one item for each step and applicant. */
export interface OutboxItem {
  /** The applicant's, in lower case. */
  email: string;
  step: WaitingStep;
  /**
   * The body to send; the names of `files` are empty until their upload. Of an item from the device, which an older build
   * may have made, it is compared with the contract before it is sent.
   */
  body: StepBodies[WaitingStep];
  /** The files that are not on the server yet, by the body's field. */
  files: Readonly<Record<string, FileOfItem>>;
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
  /** True if IndexedDB keeps it, for 14 days or until logout; otherwise it is lost when the page is left. */
  isKept?: boolean;
  /** It was sent before, and its response was lost: the server may have it from here. */
  isTried?: boolean;
  /** Why the server refused it; it then waits until she corrects it. */
  refusal?: string;
}

interface FileOfItem {
  /** The form's field. */
  as: string;
  /** What is sent of the chosen file. */
  file: File;
  /** The name and size of the chosen file, if they differ from those of what is sent. */
  chosen?: { name: string; size: number };
}

/** What a form submits: an item whose files are those that were chosen in the form, by the body's field. */
export interface Submission<S extends WaitingStep = WaitingStep>
  extends Pick<OutboxItem, 'email' | 'draft' | 'typed' | 'profile' | 'state' | 'payment'> {
  step: S;
  /** With empty names of the files. */
  body: StepBodies[S];
  files?: Readonly<Record<string, { as: string; chosen: Partial<ChosenFile> | undefined }>>;
}

/**
 * Makes the item of a submission. A file that the server has stored is not uploaded again (specification/decisions §3).
 * @param givenAt now, in milliseconds since 1970
 */
export function makeItem({ files = {}, ...submission }: Submission, givenAt: number): OutboxItem {
  let { body }: Pick<OutboxItem, 'body'> = submission;
  const unsentFiles: Record<string, FileOfItem> = {};
  const storedFiles: Record<string, UploadedFile> = {};
  for (const [field, { as, chosen }] of Object.entries(files)) {
    // An earlier attempt may have stored the file after the form was read.
    const storedFile = findStoredFile(submission.draft, as, chosen?.file);
    if (storedFile) {
      storedFiles[as] = storedFile;
      body = { ...body, [field]: storedFile.stored };
    } else if (chosen?.file) unsentFiles[field] = toFileOfItem(as, chosen.file, chosen);
  }
  const email = submission.email.toLowerCase();
  return {
    ...submission,
    email,
    body,
    files: unsentFiles,
    stored: storedFiles,
    givenAt,
  };
}

function toFileOfItem(
  as: string,
  chosenFile: File,
  { name = chosenFile.name, data = chosenFile }: Partial<ChosenFile>,
): FileOfItem {
  const { lastModified } = chosenFile;
  const file = new File([data], name, { type: data.type, lastModified });
  const isUnchanged = file.name === chosenFile.name && file.size === chosenFile.size;
  return {
    as,
    file,
    ...(!isUnchanged && { chosen: { name: chosenFile.name, size: chosenFile.size } }),
  };
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

const outboxMarkKeyPrefix = 'waiting:';

/** The key under which local storage notes that something of hers may wait on this device. */
export const outboxMarkKeyOf = (email: string) => outboxMarkKeyPrefix + ownerHashOf(email);

export function markWaiting(email: string, isWaiting: boolean): void {
  if (isWaiting) keepOnDevice(outboxMarkKeyOf(email), 'yes');
  else dropFromDevice(outboxMarkKeyOf(email));
}
