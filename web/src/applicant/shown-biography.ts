/** The texts of the biography that the API answers, for the profile and the record of the application. */

import { keysOf, textOf } from '../site/unchecked.ts';
import { localCountryName } from '../texts/english-formats.ts';
import { shownBiographyTexts } from '../texts/form-words.ts';
import { localNationality } from '../texts/nationality.ts';

type ShownField = keyof typeof shownBiographyTexts;

/** How a value is written in the language of the page, unless it is shown as she wrote it. */
const formatters: { [Field in ShownField]?: (value: string) => string } = {
  countryOfResidence: localCountryName,
  nationality: localNationality,
};

/** @param body the answer of `applicants.getBioData` @returns labels and values, without the fields it lacks */
export function biographyFactsIn(
  body: Readonly<Partial<Record<ShownField, unknown>>>,
): (readonly [label: string, value: string])[] {
  return keysOf(shownBiographyTexts)
    .map((field) => {
      const value = textOf(body[field]);
      return [shownBiographyTexts[field], formatters[field]?.(value) ?? value] as const;
    })
    .filter(([, value]) => value !== '');
}
