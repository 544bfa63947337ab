/** The picture that stands for a page where its address is shared: 1200 × 630, as SVG. */
import type { Font } from 'opentype.js';
import { frameTexts as frame } from '../../src/texts/frame-words.ts';
import { fit, write } from './letters.ts';

/** As in web/src/styles/tokens.css. */
const colours = {
  paper: '#fffdf9',
  sand: '#f6f0e5',
  green: '#0c4a45',
  deep: '#07312d',
  gold: '#e2a33b',
  clay: '#a8431f',
};

export interface Card {
  /** The line above. */
  eyebrow: string;
  title: string;
  /** The college's mark, as SVG. */
  mark: string;
  /** The drawing beside it, as SVG. */
  illustration: string;
}

const left = 80;
/** The middle of what stands between the mark and the border, and how tall the title may be. */
const middle = 372;
const tallest = 310;
const leading = 1.12;

export function drawCard(font: Font, { eyebrow, title, mark, illustration }: Card): string {
  const width = 500;
  const { size, lines } = fit(font, title, width, tallest / leading, [84, 76, 68, 60, 52, 44]);
  const height = size * leading;
  // Capitals are two thirds of a letter's size.
  const first = middle + size * 0.33 - ((lines.length - 1) * height) / 2;
  return [
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 1200 630">',
    `<rect width="1200" height="630" fill="${colours.paper}"/>`,
    beside(illustration),
    place(mark, left, 64, 72, 72),
    write(font, frame.college, [left + 92, 112], 36, colours.green),
    write(font, eyebrow, [left, first - size * 0.66 - 36], 30, colours.clay),
    ...lines.map((line, at) => write(font, line, [left, first + at * height], size, colours.deep)),
    weave(),
    '</svg>',
  ].join('');
}

/** With round corners, as on the site. */
function beside(illustration: string): string {
  const box = 'x="620" y="196" width="520" height="325"';
  return `<clipPath id="card"><rect ${box} rx="20"/></clipPath><g clip-path="url(#card)"><rect ${box} fill="${colours.sand}"/>${place(illustration, 620, 196, 520, 325)}</g>`;
}

/** Puts an SVG into another one. */
function place(svg: string, x: number, y: number, width: number, height: number): string {
  return svg
    .replace(/^.*?<svg /s, `<svg x="${x}" y="${y}" width="${width}" height="${height}" `)
    .trim();
}

/** The woven border of the site's header, along the lower edge. */
function weave(): string {
  const diamond = (x: number, size: number, fill: string) =>
    `<path fill="${fill}" d="M${x} ${610 - size}l${size} ${size}-${size} ${size}-${size}-${size}z"/>`;
  const each = Array.from({ length: 30 }, (_, at) => {
    const x = at * 40 + 20;
    if (at % 2 === 1) return diamond(x, 13, colours.clay);
    return diamond(x, 18, colours.gold) + diamond(x, 8, colours.paper);
  });
  return `<rect y="590" width="1200" height="40" fill="${colours.green}"/>${each.join('')}`;
}
