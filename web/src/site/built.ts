/** What the build knew of the college and its programs. A page carries it, and shows it until newer answers are here. */
import type { Content } from '../content/content.ts';

/** Written into a page as JSON by web/build/page.ts, in the element `#built`. */
export interface Built {
  /** All programs, with the fields that the page shows of each. */
  programs?: readonly unknown[];
  /** The programs whose page this is, whole; more than one where they share an address. */
  page?: readonly unknown[];
  /** When it was built, in milliseconds since 1970, where the content has dates. */
  at?: number;
  /** Of the build's `content.json`. */
  content?: Content;
  /** The files that the build made of pictures, by the picture's fingerprint. */
  pictures?: Readonly<Record<string, string>>;
}

/** @returns what the build of this very script wrote into the page; nothing where it wrote nothing */
export function readBuilt(): Built {
  return JSON.parse(document.getElementById('built')?.textContent || '{}');
}
