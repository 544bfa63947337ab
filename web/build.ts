/** `npm run build`: the site as static files in `dist/`, its public pages rendered to HTML. */
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { build } from 'vite';

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
const settings = JSON.parse(await readFile(join(root, 'config.json'), 'utf8'));
const template = await readFile(join(dist, 'index.html'), 'utf8');

for (const path of pages) {
  const { html, title, description, page } = await render(path, settings);
  await write(join(dist, path.toLowerCase(), 'index.html'), { html, title, description, page });
}
// Every other address gets the frame around a page that is loading, which is what the guard shows at first.
await write(join(dist, 'shell.html'), {
  ...(await render('/applicant/any', settings)),
  page: 'shell',
});
await cp(join(root, 'config.json'), join(dist, 'config.json'));
await rm(join(dist, '.vite'), { recursive: true });
await rm(server, { recursive: true });

interface PageFile {
  html: string;
  title: string;
  description: string;
  page: string;
}

async function write(file: string, { html, title, description, page }: PageFile): Promise<void> {
  await mkdir(join(file, '..'), { recursive: true });
  const text = template
    .replace(/<title>.*<\/title>/, `<title>${title}</title>`)
    .replace('<!--head-->', `<meta name="description" content="${description}">`)
    .replace('<div id="root"><!--app-->', `<div id="root" data-page="${page}">${html}`);
  await writeFile(file, text);
}
