import type { Program } from '../src/site/records.ts';
import { startDrawing } from './drawn/share.ts';

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
