/** The site's script files, and which of them a page needs. */

import { createHash } from 'node:crypto';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import {
  findOperation,
  type OperationName,
  parseDialect,
  wireTemplate,
} from '@one-planet/contract';
import { type BuildOptions, build, createLogger, type InlineConfig, type Rolldown } from 'vite';
import type { Settings } from '../src/site/config.ts';
import type { LanguageCode } from '../src/texts/languages.ts';
import { flattenLayers, oldestEngines, quietly, scriptTarget } from './engines.ts';
import { language } from './languages.ts';
import { configFile, root } from './problem.ts';

type Chunk = Rolldown.OutputChunk;

/** Vite throws its errors, too: said twice, they would hide in one line what the other says in fifty. */
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

/**
 * Builds what is no part of the pages' scripts.
 * @returns the text of the one file with the ending that the build makes
 */
async function buildAlone(config: InlineConfig, ending: string): Promise<string> {
  const built = await build({
    configFile: false,
    root,
    logLevel: 'warn',
    css: { postcss: { plugins: [flattenLayers] } },
    ...config,
    build: {
      write: false,
      target: scriptTarget,
      cssTarget: oldestEngines,
      assetsInlineLimit: 0,
      copyPublicDir: false,
      ...config.build,
      rolldownOptions: { ...quietly, ...config.build?.rolldownOptions },
    },
  });
  const files = (Array.isArray(built) ? built : [built]).flatMap((one) =>
    'output' in one ? one.output : [],
  );
  const file = files.find(({ fileName }) => fileName.endsWith(ending));
  if (!file) throw new Error(`vite made no ${ending} file of ${JSON.stringify(config)}`);
  return String(file.type === 'chunk' ? file.code : file.source).trim();
}

// Parts that every page carries in itself, so that nothing has to arrive before it can be painted: its styles and the
// script that asks for the others. The site's policy names both by their hash.

export interface Inlined {
  style: string;
  script: string;
}

/** Builds what every page carries. */
export async function buildInlined(): Promise<Inlined> {
  const style = await buildAlone(
    { build: { rolldownOptions: { input: 'src/styles/index.css' } } },
    '.css',
  );
  const script = await buildAlone(
    {
      build: {
        lib: { entry: 'src/app/inline-script.ts', formats: ['iife'], name: 'inlineScript' },
      },
    },
    '.js',
  );
  return { style, script };
}

/** @returns the hashes by which a Content-Security-Policy allows what is inline, e.g. `sha256-…` */
export function hashesOf({ style, script }: Inlined): Record<'style' | 'script', string> {
  const hash = (text: string) => `sha256-${createHash('sha256').update(text).digest('base64')}`;
  return { style: hash(style), script: hash(script) };
}

/** Public lists, kept for reading without a connection. */
const lists: readonly OperationName[] = ['programs.list', 'programs.courses', 'contents.list'];

/** Builds the service worker (worker/worker.ts). */
export function buildWorker({ dialect }: Settings): Promise<string> {
  const lib = { entry: 'worker/worker.ts', formats: ['iife' as const], name: 'worker' };
  const define = { PUBLIC_LISTS: JSON.stringify(patternsOf(dialect)) };
  return buildAlone({ define, build: { lib } }, '.js');
}

/** @returns the ends of the lists' paths, each with any parameter */
function patternsOf(dialect: Settings['dialect']): string[] {
  const read = parseDialect(dialect);
  return lists.map((name) => {
    const template = wireTemplate(read, name, findOperation(name)?.route.path ?? name);
    return `${template.replace(/:\w+/g, '[^/]+')}$`;
  });
}
