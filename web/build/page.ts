import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { prefixOf } from '../src/language/addresses.ts';
import type { LanguageCode } from '../src/language/languages.ts';
import type { Rendered } from '../src/prerender.tsx';
import type { Built } from '../src/site/built.ts';
import { jsonInScript } from './head/text.ts';
import type { Inlined } from './inline.ts';

/** What all pages are written with. */
export interface Template extends Inlined {
  /** The built `index.html`. */
  html: string;
  /** Of the language. */
  code: LanguageCode;
  /** The lines that src/early.ts shows. */
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

export interface PageToWrite extends Pick<Rendered, 'html' | 'title' | 'page'> {
  /** The elements of its head. */
  head: readonly string[];
  /** What it says in JSON-LD. */
  data: readonly object[];
  /** What it carries of the public data. */
  built: Built;
  /** The scripts it asks for, in the order in which they are run. */
  files: readonly string[];
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
  const first = oldLine(lines);
  const text = html
    // On the development server src/early.ts does not run.
    .replace('<html lang="en" data-script>', `<html lang="${code}">`)
    .replace('"/manifest.', `"${prefixOf(code)}/manifest.`)
    .replace(/\s*<script type="module".*<\/script>|\s*<link rel="stylesheet".*>/g, '')
    .replace(/<title>.*<\/title>/, () => `<title>${page.title}</title>`)
    .replace('<!--head-->', () => head.join('\n    '))
    .replace(
      '<div id="root"><!--app-->',
      () =>
        `${first}\n    <div id="root" data-page="${page.page}" data-files="${page.files.join(' ')}">${body}`,
    )
    .replace('</body>', () => `${linesOf(lines)}${dataBlocks(page)}</body>`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
}

/** Hidden by src/early.ts, where the engine is new enough to run the rest. */
function oldLine({ noScript, needed }: Lines): string {
  return `<p id="old" class="notice"><noscript>${noScript} </noscript>${needed}</p>`;
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
