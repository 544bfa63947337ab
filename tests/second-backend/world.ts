/** The backend's readings of the specifications, its applicants and the values that all handlers share. */
import type { PGlite } from '@electric-sql/pglite';
import type { Db } from './database.ts';
import { Problem } from './problem.ts';

export type ReadingName = 'canonical' | 'alternate';

/** How a backend reads the points that the specifications leave open. */
export interface Reading {
  activationRoute: string;
  /** With `{token}`, the activation's token authorises the password; without, the activated email address does. */
  passwordRoute: string;
  /** The field that holds the password of a login. */
  loginPasswordField: string;
  registrationFields: {
    phoneField: string;
    adultField: string;
    termsField: string;
    marketingField: string;
  };
  /** Writes the name of a payment provider, of which it gets the upper case. */
  toProviderName: (name: string) => string;
  /** The property of a bank account by which a payment names it. */
  bankAccountKey: 'id' | 'account';
}

const applicantsRoute = 'POST /api/applicants/public';

export const readings: Readonly<Record<ReadingName, Reading>> = {
  canonical: {
    activationRoute: `${applicantsRoute}/active/{token}`,
    passwordRoute: `${applicantsRoute}/create_password/{token}`,
    loginPasswordField: 'password',
    registrationFields: {
      phoneField: 'phoneNumber',
      adultField: 'iAm18',
      termsField: 'iAgreeTerms',
      marketingField: 'iAgreeMarketing',
    },
    toProviderName: (name) => name.toLowerCase(),
    bankAccountKey: 'account',
  },
  alternate: {
    activationRoute: `${applicantsRoute}/activate/{token}`,
    passwordRoute: `${applicantsRoute}/create_password`,
    loginPasswordField: 'passwords',
    registrationFields: {
      phoneField: 'phone',
      adultField: 'i_am18or_Older',
      termsField: 'agreeToTerms',
      marketingField: 'agreeToMarketingPromotions',
    },
    toProviderName: (name) => name,
    bankAccountKey: 'id',
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

/** An applicant, as a row of the view `people`. */
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
  /** The passwords are hashes. */
  password: string | null;
  temporaryPassword: string | null;
  /** What she answered in the form of the biography, by field. */
  biography: Readonly<Record<string, unknown>> | null;
}

/** What all handlers share. */
export interface World {
  reading: Reading;
  siteOrigin: string;
  examMinutes: number;
  /** Signs the bearer tokens. */
  tokenKey: Buffer;
  db: PGlite;
}

/**
 * @returns the form in which email addresses are compared: upper and lower case are the same, `me+1@` and `me@` are not
 */
export const toEmailKey = (email: string) => email.normalize('NFC').toLowerCase();

export async function findPerson(db: Db, email: string): Promise<Person | undefined> {
  const { rows } = await db.sql<Person>`
    select people.* from people join applicants using (id) where email_key = ${toEmailKey(email)}`;
  return rows[0];
}

/** @throws {Problem} 409 when the applicant's status is not `from`, for example since the same request arrived twice */
export async function changeStatus(
  db: Db,
  { id }: Pick<Person, 'id'>,
  fromStatus: Status,
  toStatus: Status,
): Promise<void> {
  const { rows } = await db.sql<{ id: number }>`
    update applicants set status = ${toStatus} where id = ${id} and status = ${fromStatus} returning id`;
  if (rows.length === 0) throw new Problem(409, `This step needs the status ${fromStatus}.`);
}
