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
import {
  flattenLayersPlugin,
  oldestEngines,
  optionsWithoutTimingChecks,
  scriptTarget,
} from './engines.ts';
import { languagePlugin } from './languages.ts';
import { viteConfigPath, webFolder } from './problem.ts';

type Chunk = Rolldown.OutputChunk;

/** Errors are not logged, because Vite also throws them: the long log would hide the message of one line. */
const customLogger = { ...createLogger('warn'), error: () => {} };

/** Builds the site in a language. @returns its script files, each with its source modules */
export async function buildChunks(code: LanguageCode, options: BuildOptions): Promise<Chunk[]> {
  const plugins = [languagePlugin(code)];
  const buildResult = await build({
    configFile: viteConfigPath,
    logLevel: 'warn',
    customLogger,
    plugins,
    build: options,
  });
  if (!('output' in buildResult))
    throw new Error('vite built something else than one set of files');
  return buildResult.output.filter((file) => file.type === 'chunk');
}

/**
 * @param serverFolder the folder with the build for Node
 * @returns the source file of every screen component in that build
 */
export async function findSourcePathsOfScreens(
  nodeChunks: readonly Chunk[],
  serverFolder: string,
): Promise<Map<unknown, string | null>> {
  const screenChunks = nodeChunks.filter(({ isDynamicEntry }) => isDynamicEntry);
  const screenEntries = screenChunks.map(async ({ fileName, facadeModuleId }) => {
    const moduleExports = await import(pathToFileURL(join(serverFolder, fileName)).href);
    return Object.values(moduleExports).map((screen) => [screen, facadeModuleId] as const);
  });
  return new Map((await Promise.all(screenEntries)).flat());
}

/**
 * The script and style files of a page, each script after those that it imports, so that they can be run one after the
 * other. Those of its screen are included, so that the browser requests them at once.
 * @param sourcePath the source file of the screen; if `undefined`, only the files that every page loads
 * @throws {Error} if the build has no file for the screen
 */
export function filePathsOf(
  sourcePath: string | null | undefined,
  chunks: readonly Chunk[],
): string[] {
  const entryChunk = chunks.find(({ isEntry }) => isEntry);
  if (!entryChunk) throw new Error('The build has no script to begin with');
  const filePaths = new Set<string>();
  const visitedChunks = new Set<Chunk>();
  const addWithImports = (chunk: Chunk | undefined) => {
    if (!chunk || visitedChunks.has(chunk)) return;
    visitedChunks.add(chunk);
    for (const importedFile of chunk.imports)
      addWithImports(chunks.find(({ fileName }) => fileName === importedFile));
    for (const styleFile of chunk.viteMetadata?.importedCss ?? []) filePaths.add(`/${styleFile}`);
    filePaths.add(`/${chunk.fileName}`);
  };
  addWithImports(entryChunk);
  if (sourcePath !== undefined) {
    const screenChunk = chunks.find(
      ({ moduleIds }) => sourcePath && moduleIds.includes(sourcePath),
    );
    if (!screenChunk) throw new Error(`The build has no file for ${sourcePath}`);
    addWithImports(screenChunk);
  }
  return [...filePaths];
}

/**
 * Runs a build apart from that of the pages' scripts.
 * @returns the text of the only file with this ending in its output
 */
async function buildSeparately(config: InlineConfig, fileEnding: string): Promise<string> {
  const buildResult = await build({
    configFile: false,
    root: webFolder,
    logLevel: 'warn',
    css: { postcss: { plugins: [flattenLayersPlugin] } },
    ...config,
    build: {
      write: false,
      target: scriptTarget,
      cssTarget: oldestEngines,
      assetsInlineLimit: 0,
      copyPublicDir: false,
      ...config.build,
      rolldownOptions: { ...optionsWithoutTimingChecks, ...config.build?.rolldownOptions },
    },
  });
  const outputFiles = (Array.isArray(buildResult) ? buildResult : [buildResult]).flatMap(
    (output) => ('output' in output ? output.output : []),
  );
  const outputFile = outputFiles.find(({ fileName }) => fileName.endsWith(fileEnding));
  if (!outputFile) throw new Error(`vite made no ${fileEnding} file of ${JSON.stringify(config)}`);
  return String(outputFile.type === 'chunk' ? outputFile.code : outputFile.source).trim();
}

// The styles and the script that every page carries inline, so that it can be painted before any other file is loaded.
// The site's content security policy allows both by their hash.

export interface InlineParts {
  style: string;
  script: string;
}

/** Builds the inline parts of every page. */
export async function buildInlined(): Promise<InlineParts> {
  const style = await buildSeparately(
    { build: { rolldownOptions: { input: 'src/styles/index.css' } } },
    '.css',
  );
  const script = await buildSeparately(
    {
      build: {
        lib: { entry: 'src/app/inline-script.ts', formats: ['iife'], name: 'inlineScript' },
      },
    },
    '.js',
  );
  return { style, script };
}

/** @returns the hashes by which a Content-Security-Policy allows the inline parts, e.g. `sha256-…` */
export function policyHashesOf({ style, script }: InlineParts): Record<'style' | 'script', string> {
  const hashForPolicy = (text: string) =>
    `sha256-${createHash('sha256').update(text).digest('base64')}`;
  return { style: hashForPolicy(style), script: hashForPolicy(script) };
}

/** The public lists that the service worker caches. */
const publicListOperations: readonly OperationName[] = [
  'programs.list',
  'programs.courses',
  'contents.list',
];

/** Builds the service worker (worker/worker.ts). */
export function buildWorker({ dialect }: Settings): Promise<string> {
  const lib = { entry: 'worker/worker.ts', formats: ['iife' as const], name: 'worker' };
  const define = { PUBLIC_LISTS: JSON.stringify(makePublicListPatterns(dialect)) };
  return buildSeparately({ define, build: { lib } }, '.js');
}

/** @returns for each public list a pattern that matches the end of its path, whatever its parameters */
function makePublicListPatterns(dialect: Settings['dialect']): string[] {
  const parsedDialect = parseDialect(dialect);
  return publicListOperations.map((name) => {
    const template = wireTemplate(parsedDialect, name, findOperation(name)?.route.path ?? name);
    return `${template.replace(/:\w+/g, '[^/]+')}$`;
  });
}
