/** The settings of a site are checked by the site itself and by `admissions check-site`: both say the same. */
import { readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { siteSettings } from '../../cli/src/backend/site.ts';
import { parseSettings } from '../../web/src/site/config.ts';
import { languages } from '../../web/src/texts/languages.ts';

const built = JSON.parse(await readFile(new URL('../../web/config.json', import.meta.url), 'utf8'));
const whole = {
  ...built,
  videoUrl: 'https://video.example/embed/1',
  siteUrl: 'https://college.example',
  timeZone: 'Africa/Addis_Ababa',
  bankChoices: [{ bank: 'A bank', account: '1' }],
  paymentHints: Object.fromEntries(Object.keys(languages).map((code) => [code, ['a hint']])),
};
const odd: readonly unknown[] = [
  undefined,
  null,
  '',
  ' ',
  'x',
  0,
  -1,
  1.5,
  true,
  [],
  [''],
  ['x'],
  [null],
  {},
  { x: 1 },
  { en: ['x'] },
  { en: [] },
  { xx: ['x'] },
  'http://a.example',
  'https://a.example',
  'ftp://a.example',
  'Africa/Nowhere',
  [{ bank: 'x' }],
  [{ bank: 'x', account: '' }],
  [{ bank: 'x', account: 'y', more: 1 }],
];

/** Every place of the settings, as a path. */
function placesIn(value: unknown, path: readonly string[] = []): string[][] {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return [[...path]];
  const inner = Object.entries(value).flatMap(([key, one]) => placesIn(one, [...path, key]));
  return path.length === 0
    ? [...inner, ['unknown'], ['contact', 'unknown']]
    : [[...path], ...inner];
}

function withOdd(path: readonly string[], value: unknown): unknown {
  const copy = structuredClone(whole);
  const [last = '', ...before] = [...path].reverse();
  const holder = before.reverse().reduce((outer, key) => outer[key], copy);
  if (value === undefined) delete holder[last];
  else holder[last] = value;
  return copy;
}

function isTaken(settings: unknown): boolean {
  try {
    return Boolean(parseSettings(settings));
  } catch {
    return false;
  }
}

test('what ships is taken by both', () => {
  for (const settings of [built, whole]) {
    expect([isTaken(settings), siteSettings.safeParse(settings).success]).toEqual([true, true]);
  }
});

describe('an odd value is taken by both, or by neither', () => {
  test.each(placesIn(whole).map((path) => [path.join('.'), path] as const))('%s', (_name, path) => {
    for (const value of odd) {
      const settings = withOdd(path, value);
      // The site looks into its dialect later, and says then what is wrong in it.
      if (path[0] === 'dialect' && isTaken(settings)) continue;
      const found = { value, taken: siteSettings.safeParse(settings).success };
      expect(found).toEqual({ value, taken: isTaken(settings) });
    }
  });
});
