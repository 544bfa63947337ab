/** The modules of English words, from which all catalogues are translated. */
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { root } from '../folders.ts';
import { type Leaf, leavesOf } from './leaves.ts';

const src = join(root, 'src');

/** Named like words, and code. */
const code = new Set(['features/receipt/amount-in-words', 'site/server-words', 'words/step-of']);

/** @returns the texts of each module, by the module's name, e.g. `features/exam/words` */
export async function readEnglish(): Promise<Map<string, Map<string, Leaf>>> {
  const files = (await readdir(src, { recursive: true })).map((file) => file.replaceAll('\\', '/'));
  const names = files
    .filter((file) => /(^|\/|-)words\.ts$|^words\/(?!.*\.test\.).*\.ts$/.test(file))
    .map((file) => file.replace(/\.ts$/, ''))
    .filter((name) => !code.has(name))
    .sort();
  const read = names.map(async (name) => {
    const words: object = await import(pathToFileURL(join(src, `${name}.ts`)).href);
    return [name, new Map(leavesOf(words))] as const;
  });
  return new Map(await Promise.all(read));
}
