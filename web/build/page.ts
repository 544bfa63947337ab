import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RenderedPage } from '../src/app/prerender.tsx';
import type { Built } from '../src/site/records.ts';
import { type LanguageCode, prefixOf } from '../src/texts/languages.ts';
import type { Inlined } from './bundle.ts';
import { jsonInScript } from './text.ts';

/** Common to all pages. */
export interface Template extends Inlined {
  /** The built `index.html`. */
  html: string;
  /** Of the language. */
  code: LanguageCode;
  /** The lines that src/app/inline-script.ts shows. */
  lines: Lines;
}

interface Lines {
  /** Where the script could not be had, and something is typed already. */
  late: string;
  /** The link that loads the page again. */
  reload: string;
  /** Without a connection. */
  offline: string;
  /** First on the page where scripts are switched off, and where the engine is too old for ours. */
  noScript: string;
  needed: string;
}

export interface PageToWrite extends Pick<RenderedPage, 'html' | 'title' | 'page'> {
  /** The elements of its head. */
  head: readonly string[];
  /** Its JSON-LD. */
  data: readonly object[];
  /** Its share of the public data. */
  built: Built;
  /** The scripts it asks for, in the order in which they are run. */
  files: readonly string[];
  /** What the worker keeps ahead of it: the next part of the site, and the picture of a part that can't be loaded. */
  next: readonly string[];
}

/** Writes one page. */
export async function writePage(
  file: string,
  { html, style, script, code, lines }: Template,
  page: PageToWrite,
): Promise<void> {
  const head = [...page.head, `<style>${style}</style>`, `<script>${script}</script>`];
  // React asks for each picture ahead of the page's own text, which is to be painted first.
  const body = page.html.replace(/<link rel="preload" as="image"[^>]*>/g, '');
  // Hidden by src/app/inline-script.ts, where the engine is new enough to run the rest.
  const first = `<p id="old" class="notice"><noscript>${lines.noScript} </noscript>${lines.needed}</p>`;
  const text = html
    // On the development server src/app/inline-script.ts does not run.
    .replace('<html lang="en" data-script>', `<html lang="${code}">`)
    .replace('"/manifest.', `"${prefixOf(code)}/manifest.`)
    .replace(/\s*<script type="module".*<\/script>|\s*<link rel="stylesheet".*>/g, '')
    .replace(/<title>.*<\/title>/, () => `<title>${page.title}</title>`)
    .replace('<!--head-->', () => head.join('\n    '))
    .replace(
      '<div id="root"><!--app-->',
      () =>
        `${first}\n    <div id="root" data-page="${page.page}" data-files="${page.files.join(' ')}" data-next="${page.next.join(' ')}">${body}`,
    )
    .replace('</body>', () => `${linesOf(lines)}${dataBlocks(page)}</body>`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

function linesOf({ late, reload, offline }: Lines): string {
  return `  <p id="late" class="notice" role="alert" hidden>${late} <a href="">${reload}</a></p>
  <p id="offline" class="notice" role="status" hidden>${offline}</p>\n`;
}

/** Below the page, so that they keep nothing from being painted. */
function dataBlocks({ built, data }: PageToWrite): string {
  const blocks = data.map((one) => block('application/ld+json', one));
  if (Object.keys(built).length > 0) blocks.push(block('application/json" id="built', built));
  return blocks.map((one) => `  ${one}\n  `).join('');
}

function block(type: string, json: object): string {
  return `<script type="${type}">${jsonInScript(json)}</script>`;
}

/** The first paint waits for no file of its own: the college's mark and a page's first drawing. */

/** A larger one would hold up the words around it. */
const mostBytes = 6000;

/**
 * @param html of a page's body
 * @param read gives the text of a drawing by its address
 * @returns the page with them in itself
 */
export async function withDrawings(
  html: string,
  read: (address: string) => Promise<string>,
): Promise<string> {
  const main = html.indexOf('<main');
  const [first = ''] = /<img[^>]*>/.exec(html.slice(main)) ?? [];
  const [, found] = / src="(\/assets\/[^"]+\.svg)"/.exec(first) ?? [];
  const atOnce = found && !first.includes('loading="lazy"') ? [found] : [];
  let written = html;
  for (const address of ['/mark.svg', ...atOnce]) {
    const drawing = await read(address);
    if (drawing.length > mostBytes) continue;
    const inside = `src="${dataAddress(drawing)}"`;
    written = written.replaceAll(`src="${address}"`, () => inside);
  }
  return written;
}

/** In an attribute, as short as it may be. */
function dataAddress(svg: string): string {
  const text = svg.trim().replace(/%/g, '%25').replace(/#/g, '%23').replace(/&/g, '&amp;');
  return `data:image/svg+xml,${text.replace(/"/g, /'/.test(text) ? '&quot;' : "'")}`;
}
