/**
 * `npm run draw -w web`: makes the icons and the sharing picture in `web/public` from `mark.svg`. They are committed, so
 * that a build needs no tools for them.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { headTexts as texts } from '../../src/app/head-words.ts';
import { root } from '../problem.ts';
import { drawCard } from './card.ts';
import { loadFont } from './letters.ts';
import { rasterize } from './raster.ts';

const folder = join(root, 'public');
const mark = await readFile(join(folder, 'mark.svg'), 'utf8');
const hero = await readFile(join(root, 'src/pictures/hero.svg'), 'utf8');
const green = '#0c4a45';

/** The mark on a ground without round corners. @param scale how much of the width it fills */
function onGround(scale: number): string {
  const shapes = mark.replace(/^.*?<rect[^>]*>|<\/svg>\s*$/gs, '');
  const offset = 16 - 16 * scale;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" fill="${green}"/><g transform="translate(${offset} ${offset}) scale(${scale})">${shapes}</g></svg>`;
}

/** An .ico file with one PNG of 32 × 32. */
function ico(png: Buffer): Buffer {
  const head = Buffer.alloc(22);
  head.writeUInt16LE(1, 2);
  head.writeUInt16LE(1, 4);
  head.writeUInt8(32, 6);
  head.writeUInt8(32, 7);
  head.writeUInt16LE(1, 10);
  head.writeUInt16LE(32, 12);
  head.writeUInt32LE(png.length, 14);
  head.writeUInt32LE(head.length, 18);
  return Buffer.concat([head, png]);
}

const { place, tagline } = texts.share;
const files: Readonly<Record<string, Buffer>> = {
  'favicon.ico': ico(await rasterize(mark, 32)),
  'apple-touch-icon.png': await rasterize(onGround(0.9), 180),
  'icon-192.png': await rasterize(mark, 192),
  'icon-512.png': await rasterize(mark, 512),
  // All outside of the inner four fifths may be cut off.
  'icon-maskable.png': await rasterize(onGround(0.72), 512),
  'share.png': await rasterize(
    drawCard(await loadFont(), { eyebrow: place, title: tagline, mark, illustration: hero }),
    1200,
  ),
};
for (const [name, bytes] of Object.entries(files)) {
  await writeFile(join(folder, name), bytes);
  console.log(`${name}  ${(bytes.length / 1024).toFixed(1)} KB`);
}
