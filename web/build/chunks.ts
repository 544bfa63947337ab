/** The site's script files, and which of them a page needs. */
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type BuildOptions, build, createLogger, type Rolldown } from 'vite';
import type { LanguageCode } from '../src/language/languages.ts';
import { configFile } from './folders.ts';
import { language } from './languages/plugin.ts';

type Chunk = Rolldown.OutputChunk;

/** Vite throws its errors, too: told twice, they would hide in one line what the other says in fifty. */
const customLogger = { ...createLogger('warn'), error: () => {} };

/** Builds the site in a language. @returns its script files, with the sources that are in each */
export async function chunksOf(code: LanguageCode, options: BuildOptions): Promise<Chunk[]> {
  const plugins = [language(code)];
  const built = await build({
    configFile,
    logLevel: 'warn',
    customLogger,
    plugins,
    build: options,
  });
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

/**
 * The script files of a page, each after those that it is made of, so that each can be run by itself: of a page of the
 * site its screen's too, so that the browser asks for them at once.
 * @param source the source file of its screen; without one the files that every page begins with
 * @throws {Error} when the build has no file for the screen
 */
export function scriptsOf(source: string | null | undefined, chunks: readonly Chunk[]): string[] {
  const entry = chunks.find(({ isEntry }) => isEntry);
  if (!entry) throw new Error('The build has no script to begin with');
  const files = new Set<string>();
  const visited = new Set<Chunk>();
  const add = (chunk: Chunk | undefined) => {
    if (!chunk || visited.has(chunk)) return;
    visited.add(chunk);
    for (const file of chunk.imports) add(chunks.find(({ fileName }) => fileName === file));
    files.add(`/${chunk.fileName}`);
  };
  add(entry);
  if (source !== undefined) {
    const own = chunks.find(({ moduleIds }) => source && moduleIds.includes(source));
    if (!own) throw new Error(`The build has no file for ${source}`);
    add(own);
  }
  return [...files];
}
