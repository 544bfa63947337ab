/** How the backend reads the specifications, and whom it knows. */
import type { PGlite } from '@electric-sql/pglite';
import type { Db } from './database.ts';
import { Problem } from './problem.ts';

export type ReadingName = 'canonical' | 'alternate';

export interface Reading {
  activation: string;
  /** With a token, that of the activation authorises the password; without one, the verified address does. */
  passwordCreation: string;
  /** The field that holds the password of a login. */
  loginPassword: string;
  registration: { phone: string; adult: string; terms: string; marketing: string };
  /** How a payment provider is named. */
  provider: (name: string) => string;
  /** The field that names a bank account in a payment. */
  paidInto: 'id' | 'account';
}

const accounts = 'POST /api/applicants/public';

export const readings: Readonly<Record<ReadingName, Reading>> = {
  canonical: {
    activation: `${accounts}/active/{token}`,
    passwordCreation: `${accounts}/create_password/{token}`,
    loginPassword: 'password',
    registration: {
      phone: 'phoneNumber',
      adult: 'iAm18',
      terms: 'iAgreeTerms',
      marketing: 'iAgreeMarketing',
    },
    provider: (name) => name.toLowerCase(),
    paidInto: 'account',
  },
  alternate: {
    activation: `${accounts}/activate/{token}`,
    passwordCreation: `${accounts}/create_password`,
    loginPassword: 'passwords',
    registration: {
      phone: 'phone',
      adult: 'i_am18or_Older',
      terms: 'agreeToTerms',
      marketing: 'agreeToMarketingPromotions',
    },
    provider: (name) => name,
    paidInto: 'id',
  },
};

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

/** As the view `people` has one. */
export interface Person {
  id: number;
  email: string;
  firstName: string;
  middleName: string;
  lastName: string;
  phone: string;
  marketing: boolean;
  registeredAt: string;
  status: Status;
  /** Hashes. */
  password: string | null;
  temporaryPassword: string | null;
  nationality: string | null;
  countryOfResidence: string | null;
  profilePicture: string | null;
}

export interface World {
  reading: Reading;
  siteOrigin: string;
  examMinutes: number;
  /** Signs the bearer tokens. */
  secret: Buffer;
  db: PGlite;
}

/** Addresses are the same without regard to case; `me+1@` and `me@` are not. */
export const emailKey = (email: string) => email.normalize('NFC').toLowerCase();

export async function findPerson(db: Db, email: string): Promise<Person | undefined> {
  const { rows } = await db.sql<Person>`
    select people.* from people join applicants using (id) where email_key = ${emailKey(email)}`;
  return rows[0];
}

/** @throws {Problem} 409 where she is not there, or not there any more: the same may arrive twice at once */
export async function moveOn(
  db: Db,
  { id }: Pick<Person, 'id'>,
  from: Status,
  to: Status,
): Promise<void> {
  const { rows } = await db.sql<{ id: number }>`
    update applicants set status = ${to} where id = ${id} and status = ${from} returning id`;
  if (rows.length === 0) throw new Problem(409, `This step needs the status ${from}.`);
}
