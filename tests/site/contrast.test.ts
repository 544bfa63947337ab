/**
 * The contrast of colours that meet where axe cannot measure it, in both colour schemes (WCAG 2.2, 1.4.3 and 1.4.11).
 */
import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const stylesFolder = new URL('../../web/src/styles/', import.meta.url);
const readStylesheet = (name: string) => readFileSync(new URL(name, stylesFolder), 'utf8');
const [lightCss = '', nightCss = ''] = readStylesheet('tokens.css').split('@media');
const lightColours = readProperties(lightCss);
const coloursByScheme = {
  light: lightColours,
  dark: { ...lightColours, ...readProperties(nightCss) },
};

/** @returns the values of the custom properties in a stylesheet, by their names without the dashes */
function readProperties(css: string): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Array.from(css.matchAll(/--([\w-]+): ([^;]+);/g), ([, ...pair]) => pair),
  );
}

/**
 * By text colour: the backgrounds on which axe cannot measure it (hover, pictures, gradients). The contrast has to be at
 * least 4.5.
 */
const textPairs: Readonly<Record<string, readonly string[]>> = {
  hint: ['card'],
  heading: ['green-pale'],
  'clay-deep': ['paper', 'sand', 'gold-pale'],
  'on-pine': ['accent-deep', 'pine-deep', 'pine-light', 'bronze'],
  'on-pine-soft': ['accent-deep', 'pine-deep', 'pine-light', 'bronze'],
  'gold-light': ['pine-deep', 'pine-light'],
  'pine-deep': ['on-pine', 'gold'],
};

/** Colours that show where a control is or that it has focus, and the backgrounds below them; at least 3. */
const edgePairs: Readonly<Record<string, readonly string[]>> = {
  edge: ['paper', 'card', 'sand'],
  green: ['card'],
  fill: ['paper', 'sand'],
  clay: ['green-pale'],
  red: ['paper'],
  'on-pine': ['pine'],
  'focus-on-paper': ['paper', 'sand', 'card', 'green-pale', 'gold-pale'],
  gold: ['pine-deep', 'pine-light'],
};

/** @returns the contrast from 1 to 21; NaN unless both colours have the form `#rgb` or `#rrggbb` */
function contrast(colour = '', otherColour = ''): number {
  const [lower = 0, higher = 0] = [luminance(colour), luminance(otherColour)].sort((a, b) => a - b);
  return (higher + 0.05) / (lower + 0.05);
}

function luminance(hex: string): number {
  const sixDigits = hex.length === 4 ? hex.replace(/\w/g, '$&$&') : hex;
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = [1, 3, 5].map((startIndex) => {
    const channelShare = Number.parseInt(sixDigits.slice(startIndex, startIndex + 2), 16) / 255;
    return channelShare <= 0.04045 ? channelShare / 12.92 : ((channelShare + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

test.each([
  ['light', 4.5, textPairs],
  ['dark', 4.5, textPairs],
  ['light', 3, edgePairs],
  ['dark', 3, edgePairs],
] as const)(
  'in the %s scheme every pair of colours has a contrast of at least %f',
  (scheme, minContrast, pairs) => {
    const colours = coloursByScheme[scheme];
    const pairsWithLowContrast = Object.entries(pairs).flatMap(([foreground, backgrounds]) =>
      backgrounds
        .filter(
          (background) => !(contrast(colours[foreground], colours[background]) >= minContrast),
        )
        .map((background) => `--${foreground} on --${background}`),
    );
    expect(pairsWithLowContrast).toEqual([]);
  },
);

test('no stylesheet except that of the tokens contains a colour, unless for print', () => {
  const foundColours = readdirSync(stylesFolder)
    .filter((fileName) => fileName !== 'tokens.css' && fileName.endsWith('.css'))
    .flatMap((name) => {
      const screenCss = readStylesheet(name).replace(
        /url\("data:[^"]+"\)|@media print \{[\s\S]*/g,
        '',
      );
      const literalColours = screenCss.match(/#[\da-f]{3,8}\b|\b(?:rgb|hsl)\(/gi) ?? [];
      return literalColours.map((colour) => `${name}: ${colour}`);
    });
  expect(foundColours).toEqual([]);
});
