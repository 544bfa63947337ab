/** An applicant of the run's own, made by the API and by nothing else. */
import { randomInt } from 'node:crypto';
import {
  type ApplicantInput,
  applicantExamples,
  type Exam,
  type FileKind,
  type Id,
} from '@one-planet/contract';
import type { Stage } from '../../applicant/stages.ts';

interface Payment {
  code: string;
  amount: number;
  description: string;
  /** The accounts told with it. */
  banks: Record<string, unknown>[];
}

export interface Person {
  /** 1 for the run's first. */
  number: number;
  email: string;
  password: string;
  /** What she types; names and phone are hers alone, so that a leak of them is noticed. */
  input: ApplicantInput;
  stage: Stage;
  /** Whether she is lent to checks: somebody whom a check makes up may be odd on purpose. */
  isOfPool: boolean;
  /** Whether the backend knows her: she is counted among what the run created. */
  isRegistered: boolean;
  /** The token of the newest activation link, those of older ones, and the one that activation answers. */
  activationToken?: string;
  olderLinks?: string[];
  passwordToken?: string;
  /** Mailed after she forgot her password. */
  temporaryPassword?: string;
  /** The bearer token, and when she got it, in milliseconds since 1970. */
  token?: string;
  loggedInAt?: number;
  id?: Id;
  /** The exam she was given last, and whether it was graded. */
  exam?: Exam;
  isExamOver?: boolean;
  /** What the exam's result says she has to pay, and what getPending says. */
  examPayment?: Payment;
  payment?: Payment;
  transactionReference: string;
  /** The biography as it was sent last, where it was not her own. */
  saved?: { countryOfResidence: string; nationality: string };
  /** How often mail was asked for in her name, with success. */
  asked: Record<'register' | 'resend' | 'forgot', number>;
  /** Names under which her files are stored. */
  files: Partial<Record<FileKind, string>>;
}

/** The last letters of her last name, hers alone: this many, in capitals, as backends keep names. */
export const nameMark = 9;

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';

/** Far from every limit: what a backend wrongly refuses at a limit has its own check, and stops no other. */
const base: ApplicantInput = {
  ...applicantExamples.hana,
  register: { ...applicantExamples.hana.register, referralCode: 'OPC2025', iAgreeMarketing: true },
  education: { ...applicantExamples.hana.education, grade10Year: '2018', grade12Year: '2021' },
};

/** @param number 1 for the first @param email hers alone */
export function newPerson(number: number, email: string): Person {
  const input: ApplicantInput = {
    ...base,
    register: {
      ...base.register,
      ...namesOf(number),
      email,
      lastName: `${base.register.lastName}${randomText(letters, nameMark)}`,
      phoneNumber: randomPhone(),
    },
    bio: { ...base.bio, ...originOf(number) },
  };
  return {
    number,
    email,
    password: `${base.password}${randomText('abcdefghijkmnpqrstuvwxyz23456789', 8)}`,
    input,
    stage: 'REGISTERED',
    isOfPool: false,
    isRegistered: false,
    transactionReference: `FT${randomText('0123456789', 10)}`,
    asked: { register: 0, resend: 0, forgot: 0 },
    files: {},
  };
}

/** Neighbours come from other countries: a mix-up of their biographies shows. */
const origins = [
  ['Ethiopia', 'Ethiopian'],
  ['Kenya', 'Kenyan'],
  ['Sudan', 'Sudanese'],
  ['Uganda', 'Ugandan'],
  ['Rwanda', 'Rwandan'],
  ['Egypt', 'Egyptian'],
  ['Somalia', 'Somali'],
] as const;

/** As for the countries. */
const firstNames = ['Hana', 'Sara', 'Lensa', 'Meron', 'Bethel', 'Ayantu', 'Kalkidan', 'Rahel'];
const middleNames = ['Bekele', 'Girma', 'Tadesse', 'Alemu', 'Dawit'];

function namesOf(number: number) {
  return {
    firstName: firstNames[number % firstNames.length] as string,
    middleName: middleNames[number % middleNames.length] as string,
  };
}

function originOf(number: number) {
  const [countryOfResidence, nationality] = origins[
    number % origins.length
  ] as (typeof origins)[number];
  return { countryOfResidence, nationality };
}

/** A phone number nobody else has. @param digits how many; 8 to 15 are valid */
export function randomPhone(digits = 12): string {
  const start = '2519'.slice(0, Math.max(1, digits - 8));
  return `${start}${randomText('0123456789', digits - start.length)}`;
}

export function randomText(signs: string, length: number): string {
  return Array.from({ length }, () => signs[randomInt(signs.length)]).join('');
}
