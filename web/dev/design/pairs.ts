/** The colours that meet on the site, and how far they have to stand apart (WCAG 2.2: 1.4.3 and 1.4.11). */
import { colourOf, schemes, type Tokens, tokensOf } from './tokens.ts';

export interface Pair {
  /** The token of the text, or of the edge. */
  of: string;
  /** The token of the ground. */
  on: string;
  /** For text, 4.5; for what shows where a control is, or that it has the focus, 3. */
  least: 4.5 | 3;
  where: string;
}

const text = (of: string, on: Readonly<Record<string, string>>) => pairsOf(of, on, 4.5);
const edge = (of: string, on: Readonly<Record<string, string>>) => pairsOf(of, on, 3);

function pairsOf(of: string, on: Readonly<Record<string, string>>, least: 4.5 | 3): Pair[] {
  return Object.entries(on).map(([ground, where]) => ({ of, on: ground, least, where }));
}

export const pairs: readonly Pair[] = [
  ...text('ink', {
    paper: 'the page',
    sand: 'panels, table heads',
    card: 'cards, fields, dialogs',
    'green-pale': 'totals, the chosen option',
    'gold-pale': 'notices',
    'red-pale': 'the last minutes of the test',
  }),
  ...text('ink-soft', {
    paper: 'leads, hints',
    sand: 'facts at a glance',
    card: 'labels',
    off: 'disabled buttons',
    'green-pale': 'totals on a phone',
  }),
  ...text('hint', { card: 'example text in fields' }),
  ...text('heading', {
    paper: 'the page',
    sand: 'panels',
    card: 'cards, dialogs',
    'green-pale': 'buttons under the pointer',
    'red-pale': 'the error summary',
  }),
  ...text('green', {
    paper: 'links, buttons',
    sand: 'links in panels',
    card: 'links on cards',
    'green-pale': 'the file button, badges',
    'gold-pale': 'links in notices',
  }),
  ...text('clay', { paper: 'eyebrows', sand: 'numbers of the test' }),
  ...text('clay-deep', {
    paper: 'links under the pointer',
    sand: 'the same in panels',
    'gold-pale': 'the same in notices',
  }),
  ...text('red', {
    paper: 'messages of fields',
    card: 'the same in dialogs',
    'red-pale': 'links of the error summary',
  }),
  ...text('on-fill', { fill: 'primary buttons', 'fill-deep': 'the same under the pointer' }),
  ...text('on-pine', {
    accent: 'accent buttons',
    'accent-deep': 'the same under the pointer, the second tile',
    alarm: 'the banner',
    pine: 'the toast',
    'pine-deep': 'hero, band, footer',
    'pine-light': "the hero's bright end, the first tile",
    bronze: 'the third tile',
  }),
  ...text('on-pine-soft', {
    'pine-deep': 'hero, band, footer',
    'pine-light': "the hero's bright end, the first tile",
    'accent-deep': 'the second tile',
    bronze: 'the third tile',
  }),
  // Only at the hero's dark end: on its bright end it would be too close.
  ...text('gold-light', {
    'pine-deep': 'eyebrows',
    'pine-light': "the same at the hero's bright end",
  }),
  ...text('pine-deep', { 'on-pine': 'light buttons under the pointer', gold: 'the sign to play' }),
  ...edge('edge', {
    paper: 'fields, from outside',
    card: 'fields, from inside',
    sand: 'fields in panels',
  }),
  ...edge('green', { card: 'the chosen option' }),
  ...edge('fill', { paper: 'primary buttons, steps', sand: 'the same in panels' }),
  ...edge('clay', { 'green-pale': 'the step that is next' }),
  ...edge('red', { paper: 'wrong fields' }),
  ...edge('on-pine', { pine: 'the button to the top' }),
  ...edge('focus', {
    paper: 'the ring on the page',
    sand: 'in panels',
    card: 'on cards',
    'green-pale': 'on the chosen option',
    'gold-pale': 'in notices',
  }),
  ...edge('gold', { 'pine-deep': 'the ring on dark grounds', 'pine-light': 'the same' }),
];

/** These meet nothing that has to be told from them: lines are ornament, and names stand for the rest. */
export const ornaments: readonly string[] = [
  'line',
  'shade',
  'veil',
  'pine-veil',
  'on-pine-line',
  'focus-on-paper',
];

/** @returns the contrast of a pair, from 1 to 21; with anything but `#rgb` and `#rrggbb` it is not a number */
export function contrast({ of, on }: Pick<Pair, 'of' | 'on'>, tokens: Tokens): number {
  const [dark = 0, light = 0] = [of, on]
    .map((name) => luminance(colourOf(tokens, name)))
    .sort((one, other) => one - other);
  return (light + 0.05) / (dark + 0.05);
}

function luminance(hex: string): number {
  const long = hex.length === 4 ? hex.replace(/\w/g, '$&$&') : hex;
  const [red = Number.NaN, green = Number.NaN, blue = Number.NaN] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(long.slice(at, at + 2), 16) / 255;
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4;
  });
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
}

/** @param css the text of tokens.css @returns a line for each pair that is too close, by its tokens and scheme */
export function tooClose(css: string): string[] {
  const tokens = tokensOf(css);
  return schemes.flatMap((scheme) =>
    pairs.flatMap((pair) => {
      const is = contrast(pair, tokens[scheme]);
      if (is >= pair.least) return [];
      const { of, on, least, where } = pair;
      return `${scheme}: --${of} on --${on} (${where}) is ${shown(is)}, must be ${least}`;
    }),
  );
}

/** @returns the figure, never rounded up to what it does not reach */
export function shown(figure: number): string {
  return (Math.floor(figure * 100) / 100).toFixed(2);
}
