/** The site's script files, and which of them a page needs. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, type Rolldown } from 'vite';
import { configFile } from './folders.ts';

type Chunk = Rolldown.OutputChunk;

/** Builds the site. @returns its script files, with the sources that are in each */
export async function chunksOf(options: BuildOptions): Promise<Chunk[]> {
  const built = await build({ configFile, logLevel: 'warn', build: options });
  if (!('output' in built)) throw new Error('vite built something else than one set of files');
  return built.output.filter((file) => file.type === 'chunk');
}

/**
 * @param server the folder of the build for Node
 * @returns the source file of every screen, found in that build
 */
export async function sourcesOfScreens(
  forPrerendering: readonly Chunk[],
  server: string,
): Promise<Map<unknown, string | null>> {
  const loaded = forPrerendering.filter(({ isDynamicEntry }) => isDynamicEntry);
  const exported = loaded.map(async ({ fileName, facadeModuleId }) => {
    const all = await import(pathToFileURL(join(server, fileName)).href);
    return Object.values(all).map((screen) => [screen, facadeModuleId] as const);
  });
  return new Map((await Promise.all(exported)).flat());
}

/** @returns the path of the script every page begins with */
export function entryOf(chunks: readonly Chunk[]): string {
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (!entry) throw new Error('The build has no script to begin with');
  return `/${entry.fileName}`;
}

/**
 * The script files of a page beyond the one every page begins with, so that the browser asks for them at once.
 * @param source the source file of its screen
 * @throws {Error} when the build has no file for the screen
 */
export function scriptsOf(source: string | null | undefined, chunks: readonly Chunk[]): string[] {
  const own = chunks.find(({ moduleIds }) => source && moduleIds.includes(source));
  if (!own) throw new Error(`The build has no file for ${source}`);
  const files = new Set([own.fileName]);
  for (const file of files) {
    const chunk = chunks.find(({ fileName }) => fileName === file);
    if (chunk?.isEntry) files.delete(file);
    else for (const imported of chunk?.imports ?? []) files.add(imported);
  }
  return Array.from(files, (file) => `/${file}`);
}
