/** `npm run build`: the site as static files in `dist/`, its public pages rendered to HTML. */
import { cp, mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { build, type Manifest } from 'vite';
import { stepPaths } from './src/paths.ts';
import type { Rendered } from './src/prerender.tsx';

// A built site is a production build, whoever asks for it: a test runner says `test`, which React takes for development.
process.env.NODE_ENV = 'production';

const root = import.meta.dirname;
const dist = join(root, 'dist');
const server = join(root, 'node_modules/.cache/prerender');
const configFile = join(root, 'vite.config.ts');

await build({ configFile, logLevel: 'warn', build: { manifest: true } });
await build({
  configFile,
  logLevel: 'warn',
  build: { ssr: 'src/prerender.tsx', outDir: server, emptyOutDir: true, copyPublicDir: false },
});

const { pages, render } = (await import(
  pathToFileURL(join(server, 'prerender.js')).href
)) as typeof import('./src/prerender.tsx');
const readJson = async (file: string) => JSON.parse(await readFile(file, 'utf8'));
const settings = await readJson(join(root, 'config.json'));
const manifest: Manifest = await readJson(join(dist, '.vite/manifest.json'));
const template = await readFile(join(dist, 'index.html'), 'utf8');

for (const path of pages) {
  const page = await render(path, settings);
  await write(join(dist, path.toLowerCase(), 'index.html'), page, screenFiles(page.page));
}
// Every other address gets the frame around a page that is loading, which is what a programme is at first.
await write(join(dist, 'shell.html'), {
  ...(await render('/admission/any', settings)),
  page: 'shell',
});
await cp(join(root, 'config.json'), join(dist, 'config.json'));
await rm(join(dist, '.vite'), { recursive: true });
await rm(server, { recursive: true });
await compressAssets(join(dist, 'assets'));

/**
 * The script files of a page beyond those of every page, so that the browser asks for them at once.
 * @throws {Error} when the screen's file is not named after its route
 */
function screenFiles(page: string): string[] {
  const file = `${page.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}.tsx`;
  const screen = Object.keys(manifest).find((key) => key.endsWith(`/${file}`));
  if (!screen) throw new Error(`There is no screens/…/${file} for the route ${page}`);
  // The applicant's screens are listed in a file of their own.
  const list = page in stepPaths ? ['src/step-screens.ts'] : [];
  const keys = new Set([...list, screen]);
  for (const key of keys) for (const inner of manifest[key]?.imports ?? []) keys.add(inner);
  return [...keys].filter((key) => !manifest[key]?.isEntry).map((key) => manifest[key]?.file ?? '');
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

/** Writes each text in a folder once more as well compressed as it can be, which no server has the time for. */
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
