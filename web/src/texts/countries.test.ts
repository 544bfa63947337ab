import { countries } from '@one-planet/contract/countries';
import { expect, test } from 'vitest';
import { englishCountry, ownCountry } from './countries.ts';

test('each country has a name of its own, which leads back to the English one that is sent', () => {
  expect(new Set(countries.map(ownCountry)).size).toBe(countries.length);
  for (const country of countries) expect(englishCountry(ownCountry(country))).toBe(country);
  // In English the browser's names are those of the list, but for a few; a code in the wrong place would move the rest.
  const different = countries.filter((country) => ownCountry(country) !== country);
  expect(different.length).toBeLessThan(30);
  expect([ownCountry('Ivory Coast'), ownCountry('Ethiopia'), ownCountry('Zimbabwe')]).toEqual([
    'Côte d’Ivoire',
    'Ethiopia',
    'Zimbabwe',
  ]);
});

test('a name in another language of the site is found, too', () => {
  expect(englishCountry('ኢትዮጵያ')).toBe('Ethiopia');
});

test('what is typed in other capitals is found, and what is no country stays as it is', () => {
  expect(englishCountry(' ethiopia ')).toBe('Ethiopia');
  expect(englishCountry('Abyssinia')).toBe('Abyssinia');
});
