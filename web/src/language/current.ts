/** The language of this build: the site is built once for each, and web/build/languages/plugin.ts writes this file anew. */
import type { LanguageCode } from './languages.ts';

export const code: LanguageCode = 'en';

/** How dates, numbers and lists are written. */
export const locale: string = 'en-GB';

/** What stands before every path, e.g. `/am`. */
export const prefix: string = '';

/** What the footer says of the language, e.g. that nobody has reviewed it yet. */
export const note: string | undefined = undefined;

/** The routes whose words are still English. */
export const english: readonly string[] | undefined = undefined;
