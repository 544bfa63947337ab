/** Letters as outlines: a picture then needs no font, and a letter that the font lacks is noticed. */
import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Font, PathCommand } from 'opentype.js';
import subsetFont from 'subset-font';

const require = createRequire(import.meta.url);

// Latin letters and the signs of English texts.
const letters = String.fromCodePoint(...range(0x20, 0x17f), ...range(0x2010, 0x2026), 0x20ac);

/** The font of the sharing pictures, as a file that the library can read. */
export async function loadFont(): Promise<Font> {
  // Its ES module is not among what it exports to Node.
  const { parse }: typeof import('opentype.js') = require('opentype.js');
  const file = require.resolve(
    '@fontsource-variable/fraunces/files/fraunces-latin-full-normal.woff2',
  );
  const whole = await readFile(file);
  const bytes = await subsetFont(whole, letters, {
    targetFormat: 'truetype',
    variationAxes: { opsz: 60, wght: 600, SOFT: 0, WONK: 0 },
  });
  return parse(bytes.buffer.slice(bytes.byteOffset, bytes.byteOffset + bytes.byteLength));
}

function range(from: number, to: number): number[] {
  return Array.from({ length: to - from + 1 }, (_, at) => from + at);
}

/** Whether the font has every letter of a text; what it lacks would be drawn as boxes. */
export function canWrite(font: Font, text: string): boolean {
  return Array.from(text).every((letter) => font.charToGlyphIndex(letter) > 0);
}

/** @returns a text as outlines. @param y of the line that letters stand on */
export function write(
  font: Font,
  text: string,
  [x, y]: readonly [number, number],
  size: number,
  fill: string,
): string {
  const outlines = font.getPath(text, x, y, size).commands.map(pathOf);
  return `<path fill="${fill}" d="${outlines.join('')}"/>`;
}

/** The library's own way to write it has NaN in it now and then. */
function pathOf(command: PathCommand): string {
  const { type, ...at } = command;
  const order = ['x1', 'y1', 'x2', 'y2', 'x', 'y'];
  const numbers = new Map<string, number>(Object.entries(at));
  return type + order.flatMap((name) => numbers.get(name)?.toFixed(1) ?? []).join(' ');
}

/**
 * Breaks a text into lines, and takes the largest size at which they fit.
 * @param tallest of all lines together
 * @param sizes from the largest to the smallest; at the last one, lines that are too many are left out
 */
export function fit(
  font: Font,
  text: string,
  width: number,
  tallest: number,
  sizes: readonly number[],
): { size: number; lines: string[] } {
  for (const size of sizes) {
    const lines = broken(font, text, width, size);
    const fits = lines.every((line) => font.getAdvanceWidth(line, size) <= width);
    if (fits && lines.length * size <= tallest) return { size, lines };
  }
  const size = sizes.at(-1) ?? 0;
  const lines = broken(font, text, width, size);
  const most = Math.floor(tallest / size);
  if (lines.length <= most) return { size, lines };
  return { size, lines: [...lines.slice(0, most - 1), `${lines[most - 1]}…`] };
}

function broken(font: Font, text: string, width: number, size: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const longer = [...lines.slice(-1), word].join(' ');
    if (lines.length > 0 && font.getAdvanceWidth(longer, size) <= width)
      lines.splice(-1, 1, longer);
    else lines.push(word);
  }
  return lines;
}
