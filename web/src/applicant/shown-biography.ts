/** The texts of the biography that the API answers, for the profile and the record of the application. */

import { keysOf, textOf } from '../site/unchecked.ts';
import { localCountryName } from '../texts/english-formats.ts';
import { shownBiographyTexts } from '../texts/form-words.ts';
import { localNationality } from '../texts/nationality.ts';

/** How a value is written in the language of the page; one line for each label of `shownBiographyTexts`. */
const formatters = {
  countryOfResidence: localCountryName,
  nationality: localNationality,
} satisfies Record<keyof typeof shownBiographyTexts, (value: string) => string>;

/** @param body the answer of `applicants.getBioData` @returns labels and values, without the fields it lacks */
export function biographyFactsIn(
  body: Readonly<Partial<Record<keyof typeof formatters, unknown>>>,
): (readonly [label: string, value: string])[] {
  return keysOf(formatters)
    .map((field) => [shownBiographyTexts[field], formatters[field](textOf(body[field]))] as const)
    .filter(([, value]) => value !== '');
}
