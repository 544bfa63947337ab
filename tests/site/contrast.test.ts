/** The colours that meet where axe cannot see it stand far enough apart, by day and by night (WCAG 2.2, 1.4.3 and 1.4.11). */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const folder = new URL('../../web/src/styles/', import.meta.url);
const styles = (name: string) => readFileSync(new URL(name, folder), 'utf8');
const [day = '', night = ''] = styles('tokens.css').split('@media');
const light = declared(day);
const schemes = { light, dark: { ...light, ...declared(night) } };

/** @returns the custom properties of a scheme, by their names without the dashes */
function declared(css: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from(css.matchAll(/--([\w-]+): ([^;]+);/g), ([, ...pair]) => pair),
  );
}

/** Text under the pointer, and on grounds that are pictures or shades; at least 4.5. */
const texts: Readonly<Record<string, readonly string[]>> = {
  hint: ['card'],
  heading: ['green-pale'],
  'clay-deep': ['paper', 'sand', 'gold-pale'],
  'on-fill': ['fill-deep'],
  'on-pine': ['accent-deep', 'pine-deep', 'pine-light', 'bronze'],
  'on-pine-soft': ['accent-deep', 'pine-deep', 'pine-light', 'bronze'],
  'gold-light': ['pine-deep', 'pine-light'],
  'pine-deep': ['on-pine', 'gold'],
};

/** What shows where a control is, or that it has the focus; at least 3. */
const edges: Readonly<Record<string, readonly string[]>> = {
  edge: ['paper', 'card', 'sand'],
  green: ['card'],
  fill: ['paper', 'sand'],
  clay: ['green-pale'],
  red: ['paper'],
  'on-pine': ['pine'],
  'focus-on-paper': ['paper', 'sand', 'card', 'green-pale', 'gold-pale'],
  gold: ['pine-deep', 'pine-light'],
};

/** @returns from 1 to 21; not a number for anything but `#rgb` and `#rrggbb` */
function contrast(one = '', other = ''): number {
  const [dark = 0, bright = 0] = [luminance(one), luminance(other)].sort((a, b) => a - b);
  return (bright + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const long = hex.length === 4 ? hex.replace(/\w/g, '$&$&') : hex;
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(long.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each([
  ['light', 4.5, texts],
  ['dark', 4.5, texts],
  ['light', 3, edges],
  ['dark', 3, edges],
] as const)(
  'in the %s scheme every pair has the contrast of %f it needs',
  (scheme, least, pairs) => {
    const colours = schemes[scheme];
    const tooClose = Object.entries(pairs).flatMap(([of, grounds]) =>
      grounds
        .filter((on) => !(contrast(colours[of], colours[on]) >= least))
        .map((on) => `--${of} on --${on}`),
    );
    expect(tooClose).toEqual([]);
  },
);

test('no stylesheet but that of the tokens names a colour, unless for print', () => {
  const named = readdirSync(folder)
    .filter((name) => name !== 'tokens.css' && name.endsWith('.css'))
    .flatMap((name) => {
      const onScreen = styles(name).replace(/url\("data:[^"]+"\)|@media print \{[\s\S]*/g, '');
      const found = onScreen.match(/#[\da-f]{3,8}\b|\b(?:rgb|hsl)\(/gi) ?? [];
      return found.map((colour) => `${name}: ${colour}`);
    });
  expect(named).toEqual([]);
});
