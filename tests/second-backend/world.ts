/** Everything the backend remembers. It ends with the process. */
import { randomBytes } from 'node:crypto';
import type { BankAccount } from './bank-account.ts';
import type { Reading } from './reading.ts';

export type Status =
  | 'REGISTERED'
  | 'NOT_ACTIVATED'
  | 'ACTIVATED'
  | 'TOOK_EXAM'
  | 'ACTIVATION_PAID'
  | 'BIOGRAPHIC_APPLICANT'
  | 'BIOGRAPHIC_APPLICANT2'
  | 'BIOGRAPHIC_APPLICANT3'
  | 'READY_TO_APPLY'
  | 'APPLIED'
  | 'ADMITTED';

interface Biography {
  profilePicture: string;
  countryOfResidence: string;
  nationality: string;
  [other: string]: string | null;
}

export interface Attempt {
  id: string;
  startedAt: number;
  deadline: number;
  questions: {
    id: string;
    text: string;
    rightChoice: string;
    choices: { id: string; label: string; choiceText: string }[];
  }[];
}

export interface Payment {
  code: string;
  /** Set once it is paid, and unset when staff reject it. */
  paid?:
    | { at: number; reference: string; account: BankAccount | undefined; receipt?: string }
    | undefined;
  /** The addresses at the providers, by method. */
  checkouts: Map<string, string>;
}

export interface Person {
  id: string;
  email: string;
  firstName: string;
  middleName: string;
  lastName: string;
  phone: string;
  marketing: boolean;
  registeredAt: number;
  status: Status;
  /** Hashes. */
  password?: string;
  temporaryPassword?: string | undefined;
  attempt?: Attempt | undefined;
  submittedAttempts: Set<string>;
  payment?: Payment;
  biography?: Biography;
  education?: object;
  contact?: object;
  batchProgram?: number;
}

export interface StoredFile {
  owner: string;
  kind: 'picture' | 'document';
  type: string;
  bytes: Uint8Array;
}

export interface Mail {
  to: string;
  kind: 'activation' | 'temporary-password';
  sentAt: string;
  text: string;
}

export interface World {
  reading: Reading;
  siteOrigin: string;
  examMinutes: number;
  /** Signs the bearer tokens. */
  secret: Buffer;
  /** By `emailKey`. */
  people: Map<string, Person>;
  links: Map<string, { person: Person; spent: boolean }>;
  files: Map<string, StoredFile>;
  mails: Mail[];
}

export function createWorld(reading: Reading, siteOrigin: string, examMinutes: number): World {
  return {
    reading,
    siteOrigin,
    examMinutes,
    secret: randomBytes(32),
    people: new Map(),
    links: new Map(),
    files: new Map(),
    mails: [],
  };
}

/** Addresses are the same without regard to case; `me+1@` and `me@` are not. */
export const emailKey = (email: string) => email.normalize('NFC').toLowerCase();

export function findPerson(world: World, email: string): Person | undefined {
  return world.people.get(emailKey(email));
}
