/** `npm run build`: the site as static files in `dist/`, its public pages rendered to HTML. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { type BuildOptions, build, type Rolldown } from 'vite';
import type { Rendered } from './src/prerender.tsx';

// Always a production build: under a test runner NODE_ENV is `test`, which React takes for development.
process.env.NODE_ENV = 'production';

const root = import.meta.dirname;
const dist = join(root, 'dist');
const server = join(root, 'node_modules/.cache/prerender');
const configFile = join(root, 'vite.config.ts');

const forBrowsers = await chunksOf({});
const forPrerendering = await chunksOf({
  ssr: 'src/prerender.tsx',
  outDir: server,
  emptyOutDir: true,
  copyPublicDir: false,
});

const { pages, render } = (await import(
  pathToFileURL(join(server, 'prerender.js')).href
)) as typeof import('./src/prerender.tsx');
const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8'));
const settings = await readJson(join(root, 'config.json'));
const sources = await sourcesOfScreens();
const template = await readFile(join(dist, 'index.html'), 'utf8');

for (const path of pages) {
  const page = await render(path, settings);
  await write(join(dist, path.toLowerCase(), 'index.html'), page, scriptFiles(page.screen));
}
// Every other address gets the frame with a loading page inside, which is what a program's page shows first.
await write(join(dist, 'shell.html'), {
  ...(await render('/admission/any', settings)),
  page: 'shell',
});
await cp(join(root, 'config.json'), join(dist, 'config.json'));
await rm(server, { recursive: true });
await compressAssets(join(dist, 'assets'));

/** Builds the site. @returns its script files, with the sources that are in each */
async function chunksOf(options: BuildOptions): Promise<Rolldown.OutputChunk[]> {
  const built = await build({ configFile, logLevel: 'warn', build: options });
  if (!('output' in built)) throw new Error('vite built something else than one set of files');
  return built.output.filter((file) => file.type === 'chunk');
}

/** @returns the source file of every screen */
async function sourcesOfScreens(): Promise<Map<unknown, string | null>> {
  const loaded = forPrerendering.filter(({ isDynamicEntry }) => isDynamicEntry);
  const exported = loaded.map(async ({ fileName, facadeModuleId }) => {
    const all = await import(pathToFileURL(join(server, fileName)).href);
    return Object.values(all).map((screen) => [screen, facadeModuleId] as const);
  });
  return new Map((await Promise.all(exported)).flat());
}

/**
 * The script files of a page beyond those of every page, so that the browser asks for them at once.
 * @throws {Error} when the build has no file for the screen
 */
function scriptFiles(screen: unknown): string[] {
  const source = sources.get(screen);
  const own = forBrowsers.find(({ moduleIds }) => source && moduleIds.includes(source));
  if (!own) throw new Error(`The build has no file for ${source ?? String(screen)}`);
  const files = new Set([own.fileName]);
  for (const file of files) {
    const chunk = forBrowsers.find(({ fileName }) => fileName === file);
    if (chunk?.isEntry) files.delete(file);
    else for (const imported of chunk?.imports ?? []) files.add(imported);
  }
  return [...files];
}

async function write(file: string, page: Rendered, scripts: readonly string[] = []): Promise<void> {
  const head = [
    `<meta name="description" content="${page.description}">`,
    ...scripts.map((script) => `<link rel="modulepreload" crossorigin href="/${script}">`),
  ];
  const text = template
    .replace(/<title>.*<\/title>/, `<title>${page.title}</title>`)
    .replace('<!--head-->', head.join('\n    '))
    .replace('<div id="root"><!--app-->', `<div id="root" data-page="${page.page}">${page.html}`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Compresses each text file ahead of time, harder than a server could while a visitor waits. */
async function compressAssets(folder: string): Promise<void> {
  const texts = (await readdir(folder)).filter((name) => /\.(js|css|svg|json)$/.test(name));
  await Promise.all(
    texts.map(async (name) => {
      const file = join(folder, name);
      const text = await readFile(file);
      await writeFile(`${file}.br`, await promisify(brotliCompress)(text));
      await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }));
    }),
  );
}
