/** The colours of web/src/styles/tokens.css, read from its text, and what each is for. */

export type Scheme = 'light' | 'dark';
export const schemes: readonly Scheme[] = ['light', 'dark'];

/** What a colour is for, by its name without the dashes. */
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
 * What a token stands for, through all references.
 * @throws {Error} where there is no such token
 */
export function colourOf(tokens: Tokens, name: string): string {
  const value = tokens[name];
  if (value === undefined) throw new Error(`tokens.css has no --${name}`);
  const [, other] = /^var\(--([\w-]+)\)$/.exec(value) ?? [];
  return other ? colourOf(tokens, other) : value;
}
