/** Records of public lists, read field by field: one that is odd must not take a page away. */

import type { LanguageCode } from '../texts/languages.ts';
import type { Content } from './content-schema.ts';
import { fieldsOf, idOf, textsIn } from './unchecked.ts';

const programFields = [
  'id',
  'name',
  'description',
  'studyLevel',
  'duration',
  'modality',
  'feePerCreditHour',
  'careerOpportunity',
  // Its picture: base64, or the address of the file that the build made of it.
  'base64String',
] as const;

/** A program as the site shows it; a field that the backend leaves out, or that can't be shown, is empty. */
export type Program = Readonly<Record<(typeof programFields)[number], string>>;

const courseFields = [
  'semesterNumber',
  'courseCode',
  'courseName',
  'creditHours',
  'ectsCredit',
  'prerequisite',
] as const;

/** A course; a field that the backend leaves out, or that can't be shown, is empty. */
export type Course = Readonly<Record<(typeof courseFields)[number], string>>;

/** An applicant's profile; a field that the backend leaves out, or that can't be read, is empty. */
export interface Profile {
  status: string;
  id: string | number | null;
  firstName: string;
  middleName: string;
  lastName: string;
  phone: string;
}

export function profileOf(body: unknown): Profile {
  const texts = textsIn(body, ['status', 'firstName', 'middleName', 'lastName', 'phone']);
  return { ...texts, id: idOf(fieldsOf(body).id) };
}

/** Reads the programs in a list, as the API answers it; the build does the same. */
export function programsOf(list: readonly unknown[]): Program[] {
  return list.map((record) => textsIn(record, programFields)).filter(({ name }) => name);
}

/** Reads the courses in a list. */
export function coursesOf(list: readonly unknown[]): Course[] {
  const courses = list.map((record) => textsIn(record, courseFields));
  return courses.filter(({ courseName, courseCode }) => courseName || courseCode);
}

/** Reads the texts in a list, by their id. */
export function textsOf(list: readonly unknown[]): ReadonlyMap<string, string> {
  const texts = list.map((record) => textsIn(record, ['id', 'content']));
  return new Map(texts.map(({ id, content }) => [id, content]));
}

// The public data that the build knew. A page carries it, and shows it until newer answers are here.

/** Written into a page as JSON by web/build/page.ts, in the element `#built`. */
export interface Built {
  /** All programs, with the fields that the page shows of each. */
  programs?: readonly unknown[];
  /** The programs whose page this is, whole; more than one where they share an address. */
  page?: readonly unknown[];
  /** When it was built, in milliseconds since 1970, where the content has dates. */
  at?: number;
  /** Of the build's `content.json`, in the language of the page. */
  content?: Content;
  /** The fingerprint of the whole file. */
  contentMark?: string;
  /** The files that the build made of pictures, by the picture's fingerprint. */
  pictures?: Readonly<Record<string, string>>;
}

/** @returns the college's content as it says it in a language; what it says in none but English as it stands */
export function contentIn({ languages, ...content }: Content, code: LanguageCode): Content {
  return { ...content, ...(code === 'en' ? {} : languages?.[code]) };
}

/** @returns what the build of this very script wrote into the page; nothing where it wrote nothing */
export function readBuilt(): Built {
  return JSON.parse(document.getElementById('built')?.textContent || '{}');
}

/**
 * A short name for a text, for comparing only: it keeps no secret and resists nobody (cyrb53, 53 bits). The browser's own
 * digests are asynchronous, and not there without https.
 */
export function fingerprint(text: string): string {
  let one = 0xdeadbeef;
  let other = 0x41c6ce57;
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at);
    one = Math.imul(one ^ code, 2654435761);
    other = Math.imul(other ^ code, 1597334677);
  }
  one = Math.imul(one ^ (one >>> 16), 2246822507) ^ Math.imul(other ^ (other >>> 13), 3266489909);
  other = Math.imul(other ^ (other >>> 16), 2246822507) ^ Math.imul(one ^ (one >>> 13), 3266489909);
  return (4294967296 * (2097151 & other) + (one >>> 0)).toString(36);
}
