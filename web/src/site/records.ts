/** Reads the records of public lists field by field, so that a malformed one does not break a page. */

import type { LanguageCode } from '../texts/languages.ts';
import type { Content } from './content-schema.ts';
import { fieldsOf, idOf, textsIn } from './unchecked.ts';

const programFieldNames = [
  'id',
  'name',
  'description',
  'studyLevel',
  'duration',
  'modality',
  'feePerCreditHour',
  'careerOpportunity',
  // Its picture: base64, or the address of the file that the build wrote it to.
  'base64String',
] as const;

/** A program as the site shows it; a field that is missing or can't be shown is empty. */
export type Program = Readonly<Record<(typeof programFieldNames)[number], string>>;

const courseFieldNames = [
  'semesterNumber',
  'courseCode',
  'courseName',
  'creditHours',
  'ectsCredit',
  'prerequisite',
] as const;

/** A course; a field that is missing or can't be shown is empty. */
export type Course = Readonly<Record<(typeof courseFieldNames)[number], string>>;

/** An applicant's profile; a field that is missing or can't be read is empty. */
export interface Profile {
  status: string;
  id: string | number | null;
  firstName: string;
  middleName: string;
  lastName: string;
  phone: string;
}

export function profileOf(body: unknown): Profile {
  const profileTexts = textsIn(body, ['status', 'firstName', 'middleName', 'lastName', 'phone']);
  return { ...profileTexts, id: idOf(fieldsOf(body).id) };
}

/** Reads the programs in a response of the API, in the browser and in the build. */
export function programsOf(records: readonly unknown[]): Program[] {
  return records.map((record) => textsIn(record, programFieldNames)).filter(({ name }) => name);
}

/** Reads the courses in a list. */
export function coursesOf(records: readonly unknown[]): Course[] {
  const courses = records.map((record) => textsIn(record, courseFieldNames));
  return courses.filter(({ courseName, courseCode }) => courseName || courseCode);
}

/** Reads the texts in a list into a map by their id. */
export function readContentTextsById(records: readonly unknown[]): ReadonlyMap<string, string> {
  const contents = records.map((record) => textsIn(record, ['id', 'content']));
  return new Map(contents.map(({ id, content: contentText }) => [id, contentText]));
}

// A built page carries the public data of the build, and shows it until newer data is fetched.

/** Written into a page as JSON by web/build/page.ts, in the element `#built`. */
export interface Built {
  /** All programs, with the fields that the page shows of each. */
  programs?: readonly unknown[];
  /** The programs whose page this is, with all fields; more than one if they share an address. */
  page?: readonly unknown[];
  /** The time of the build, in milliseconds since 1970, if the content has dates. */
  builtAt?: number;
  /** The build's `content.json` in the language of the page. */
  content?: Content;
  /** The fingerprint of that whole file. */
  contentMark?: string;
  /** How the college is reached, for a page that cannot read its settings. */
  contact?: { phones: readonly string[]; email: string };
  /** The addresses of the pictures that the build wrote to files, by the picture's fingerprint. */
  pictures?: Readonly<Record<string, string>>;
}

/** @returns the college's content in a language, with the English text of each field that is not translated */
export function contentInLanguage({ languages, ...content }: Content, code: LanguageCode): Content {
  return { ...content, ...(code === 'en' ? {} : languages?.[code]) };
}

/** @returns the data that the build wrote into the page; empty if it wrote none */
export function readBuilt(): Built {
  return JSON.parse(document.getElementById('built')?.textContent || '{}');
}

/**
 * A short hash of a text for comparisons, not for security (cyrb53, 53 bits). The browser's own digests are
 * asynchronous, and missing without https.
 */
export function makeFingerprint(text: string): string {
  let lowHash = 0xdeadbeef;
  let highHash = 0x41c6ce57;
  for (let index = 0; index < text.length; index++) {
    const charCode = text.charCodeAt(index);
    lowHash = Math.imul(lowHash ^ charCode, 2654435761);
    highHash = Math.imul(highHash ^ charCode, 1597334677);
  }
  lowHash =
    Math.imul(lowHash ^ (lowHash >>> 16), 2246822507) ^
    Math.imul(highHash ^ (highHash >>> 13), 3266489909);
  highHash =
    Math.imul(highHash ^ (highHash >>> 16), 2246822507) ^
    Math.imul(lowHash ^ (lowHash >>> 13), 3266489909);
  return (4294967296 * (2097151 & highHash) + (lowHash >>> 0)).toString(36);
}
