/** The colours of web/src/styles/tokens.css: what each is for, and how far those that meet have to stand apart. */

export type Scheme = 'light' | 'dark';
const schemes: readonly Scheme[] = ['light', 'dark'];

/** The use of each colour, by its name without the dashes. */
export const colourUses: Readonly<Record<string, string>> = {
  ink: 'Text',
  'ink-soft': 'Text that supports other text: leads, labels of facts, hints',
  hint: 'Example text in an empty field',
  heading: 'Headings, and the text of a button under the pointer',
  paper: "The page's ground",
  sand: 'The ground of panels, table heads and sections that stand apart',
  card: 'The ground of cards, fields and dialogs',
  line: 'Lines between things; they carry no meaning',
  shade: 'Skeletons',
  edge: 'The edge of a field, an option or a disabled button',
  off: 'The ground of a disabled button',
  green: 'Links, and the edge and text of buttons',
  'green-pale': 'The ground of what is chosen, summed up or under the pointer',
  fill: 'The ground of a primary button and of the number of a step',
  'fill-deep': 'The same under the pointer',
  'on-fill': 'Text on both',
  clay: 'Eyebrows, the line under a chosen tab, and what the college does',
  'clay-deep': 'A link under the pointer',
  'gold-pale': 'The ground of a notice',
  red: 'Error messages and their edges',
  'red-pale': 'The ground of the error summary',
  'focus-on-paper': 'The ring around what has the focus, on light grounds',
  focus: 'The ring as it is here; dark grounds set it to gold',
  pine: 'The ground of the toast and of the woven border',
  'pine-deep': 'The ground of the hero, the band and the footer',
  'pine-light': 'The bright end of the hero, and the first tile',
  'on-pine': 'Headings and buttons on dark grounds',
  'on-pine-soft': 'Text on dark grounds',
  accent: 'The one button of a page that matters most',
  'accent-deep': 'The same under the pointer, and the second tile',
  alarm: 'The banner above the page',
  bronze: 'The third tile',
  gold: 'Ornament: hems of dialogs, voices and ways; focus on dark grounds',
  'gold-light': 'Eyebrows on dark grounds',
  'on-pine-line': 'Hairlines on dark grounds',
  'pine-veil': 'What lies over a picture that has words on it',
  veil: 'What lies over the page behind a dialog',
};

/** Every custom property of a scheme, by its name without the dashes. */
export type Tokens = Readonly<Record<string, string>>;

/** @param css the text of tokens.css @returns its tokens in each scheme; the dark one changes some of the light */
export function tokensOf(css: string): Readonly<Record<Scheme, Tokens>> {
  const [day = '', night = ''] = css.replace(/\/\*.*?\*\//gs, '').split('@media');
  const light = declared(day);
  return { light, dark: { ...light, ...declared(night) } };
}

function declared(css: string): Tokens {
  const found = css.matchAll(/--([\w-]+):\s*((?:[^;"]|"[^"]*")+);/g);
  return Object.fromEntries([...found].map(([, name = '', value = '']) => [name, value.trim()]));
}

/** @returns the names of the tokens that are colours */
export function coloursOf(tokens: Tokens): string[] {
  return Object.keys(tokens).filter((name) => /^(#|rgb\()/.test(colourOf(tokens, name)));
}

/**
 * Follows a token through all references.
 * @throws {Error} where there is no such token
 */
export function colourOf(tokens: Tokens, name: string): string {
  const value = tokens[name];
  if (value === undefined) throw new Error(`tokens.css has no --${name}`);
  const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
  return other ? colourOf(tokens, other) : value;
}

/** Two colours that meet on the site, and how far they have to stand apart (WCAG 2.2: 1.4.3 and 1.4.11). */
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

/** These meet nothing that must differ from them: lines are ornament, and names stand for the rest. */
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
