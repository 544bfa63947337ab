import { mkdir, mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';

/** The folder of the site's sources and settings. */
export const root = join(import.meta.dirname, '..');
/** Where the site is built, unless another folder is asked for. */
export const dist = join(root, 'dist');
export const configFile = join(root, 'vite.config.ts');

/** A new folder for the build for Node, which renders the pages and is then thrown away. */
export async function makeServerFolder(): Promise<string> {
  const cache = join(root, 'node_modules/.cache');
  await mkdir(cache, { recursive: true });
  return await mkdtemp(join(cache, 'prerender-'));
}
