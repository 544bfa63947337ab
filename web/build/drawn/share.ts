/** Draws the sharing pictures of programs, where the tools for it are installed. */

import { createHash } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { headTexts as texts } from '../../src/app/head-words.ts';
import type { Program } from '../../src/site/records.ts';
import { root, warn } from '../problem.ts';
import { drawCard } from './card.ts';

/**
 * Draws the picture of a program.
 * @param illustration what stands beside its name, as SVG of 480 × 300
 * @returns its address and its bytes; nothing where it can't be drawn
 */
type Draw = (
  program: Program,
  illustration: string,
) => Promise<{ address: string; bytes: Buffer } | undefined>;

/** @returns what draws; something that draws nothing, and says so once, where the tools are missing */
async function startDrawing(): Promise<Draw> {
  const tools = await loadTools();
  if (!tools) {
    warn('the tools that draw sharing pictures are not installed; all pages share share.png.');
    return async () => undefined;
  }
  const { font, rasterize, canWrite } = tools;
  const mark = await readFile(join(root, 'public/mark.svg'), 'utf8');
  return async ({ name }, illustration) => {
    if (!canWrite(font, name)) {
      warn(`${name} has letters that the sharing picture's font lacks; its page shares share.png.`);
      return undefined;
    }
    const card = { eyebrow: texts.share.eyebrow, title: name, mark };
    const svg = drawCard(font, { ...card, illustration });
    const bytes = await rasterize(svg, 1200);
    const hash = createHash('sha256').update(bytes).digest('hex').slice(0, 12);
    return { address: `/assets/share-${hash}.png`, bytes };
  };
}

async function loadTools() {
  try {
    const [{ rasterize }, { canWrite, loadFont }] = await Promise.all([
      import('./raster.ts'),
      import('./letters.ts'),
    ]);
    return { rasterize, canWrite, font: await loadFont() };
  } catch (error) {
    if (/not found|cannot find/i.test(String(error))) return undefined;
    throw error;
  }
}

/**
 * @param illustration reads what stands beside the program's name, as SVG of 480 × 300
 * @returns the address of the program's sharing picture; nothing where it can't be drawn
 */
export type CardOf = (
  program: Program,
  illustration: () => Promise<string>,
) => Promise<string | undefined>;

/** @param add writes a file of the site @returns what draws each program's sharing picture once, for all languages */
export async function makeCards(
  add: (address: string, bytes: Buffer) => Promise<void>,
): Promise<CardOf> {
  const draw = await startDrawing();
  const made = new Map<string, Promise<string | undefined>>();
  return (program, illustration) => {
    const card = made.get(program.name) ?? drawn();
    made.set(program.name, card);
    return card;

    async function drawn() {
      const picture = await draw(program, await illustration());
      if (picture) await add(picture.address, picture.bytes);
      return picture?.address;
    }
  };
}
