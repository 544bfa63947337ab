import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { Rendered } from '../src/prerender.tsx';
import type { Built } from '../src/site/built.ts';
import { jsonInScript } from './head/text.ts';
import type { Inlined } from './inline.ts';

/** What all pages are written with. */
export interface Template extends Inlined {
  /** The built `index.html`. */
  html: string;
  /** Of the language. */
  code: string;
  /** What is said where the script could not be had, and the link that loads the page again. */
  late: readonly [text: string, link: string];
  /** What is said where the script does not run: that scripts are off, where they are, and what it takes to apply. */
  old: readonly [off: string, needed: string];
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
  { html, style, script, code, late, old }: Template,
  page: PageToWrite,
): Promise<void> {
  const head = [...page.head, `<style>${style}</style>`, `<script>${script}</script>`];
  // React asks for each picture ahead of the page's own text, which is to be painted first.
  const body = page.html.replace(/<link rel="preload" as="image"[^>]*>/g, '');
  const [said, link] = late;
  // Shown by src/early.ts, where something is typed already.
  const line = `<p id="late" class="notice" role="alert" hidden>${said} <a href="">${link}</a></p>`;
  // Hidden by src/early.ts, where the engine is new enough to run the rest.
  const [off, needed] = old;
  const first = `<p id="old" class="notice"><noscript>${off} </noscript>${needed}</p>`;
  const text = html
    // On the development server src/early.ts does not run.
    .replace('<html lang="en" data-script>', `<html lang="${code}">`)
    .replace(/\s*<script type="module".*<\/script>|\s*<link rel="stylesheet".*>/g, '')
    .replace(/<title>.*<\/title>/, () => `<title>${page.title}</title>`)
    .replace('<!--head-->', () => head.join('\n    '))
    .replace(
      '<div id="root"><!--app-->',
      () =>
        `${first}\n    <div id="root" data-page="${page.page}" data-files="${page.files.join(' ')}">${body}`,
    )
    .replace('</body>', () => `  ${line}\n${dataBlocks(page)}</body>`);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, text);
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
