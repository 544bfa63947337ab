import { countries } from '@one-planet/contract/countries';
import { expect, test } from 'vitest';
import { englishCountryName, localCountryName } from './countries.ts';

test('each country has a unique name, from which its English name is found', () => {
  expect(new Set(countries.map(localCountryName)).size).toBe(countries.length);
  for (const country of countries)
    expect(englishCountryName(localCountryName(country))).toBe(country);
  // In English most names are those of the list. Names are stored by the position of their country code, so one misplaced
  // code would make many differ.
  const countriesWithOtherName = countries.filter(
    (country) => localCountryName(country) !== country,
  );
  expect(countriesWithOtherName.length).toBeLessThan(30);
  expect([
    localCountryName('Ivory Coast'),
    localCountryName('Ethiopia'),
    localCountryName('Zimbabwe'),
  ]).toEqual(['Côte d’Ivoire', 'Ethiopia', 'Zimbabwe']);
});

test('a name in another language of the site is found, too', () => {
  expect(englishCountryName('ኢትዮጵያ')).toBe('Ethiopia');
});

test('upper and lower case do not matter, and a text that is no country is returned unchanged', () => {
  expect(englishCountryName(' ethiopia ')).toBe('Ethiopia');
  expect(englishCountryName('Abyssinia')).toBe('Abyssinia');
});
