import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import type { RenderedPage } from '../src/app/prerender.tsx';
import type { Built } from '../src/site/records.ts';
import { type LanguageCode, pathPrefixOf } from '../src/texts/languages.ts';
import type { InlineParts } from './bundle.ts';
import { toJsonForScript } from './text.ts';

/** What all pages of a language have in common. */
export interface Template extends InlineParts {
  /** The built `index.html`. */
  html: string;
  /** The language. */
  code: LanguageCode;
  /** The lines that src/app/inline-script.ts can show. */
  lines: Lines;
}

interface Lines {
  /** Shown if a script could not be loaded, and something was typed already. */
  incomplete: string;
  /** The text of the link that reloads the page. */
  reload: string;
  /** Shown without a connection. */
  offline: string;
  /** Shown at the top where scripts are switched off, and `needed` also where the engine is too old. */
  noScript: string;
  needed: string;
}

export interface PageToWrite extends Pick<RenderedPage, 'html' | 'title' | 'routeName'> {
  /** The HTML elements for its head. */
  headElements: readonly string[];
  /** The JSON-LD for search engines. */
  structuredData: readonly object[];
  /** The part of the public data that it carries. */
  built: Built;
  /** The scripts that it loads, in the order in which they run, and their styles. */
  filePaths: readonly string[];
  /** What the worker caches ahead: files of pages opened next, and the drawing for a page that can't be loaded. */
  prefetchFiles: readonly string[];
}

/** Stands for the id of the build, which is known once all pages are written. */
export const buildIdPlaceholder = '(build id)';

/** Writes one page. */
export async function writePage(
  filePath: string,
  { html, style, script, code, lines }: Template,
  page: PageToWrite,
): Promise<void> {
  const headLines = [
    ...page.headElements,
    `<meta name="build" content="${buildIdPlaceholder}">`,
    `<style>${style}</style>`,
    `<script>${script}</script>`,
  ];
  // React preloads each picture, which would delay the first paint of the page's text.
  const bodyHtml = page.html.replace(/<link rel="preload" as="image"[^>]*>/g, '');
  // Hidden by the styles once src/app/inline-script.ts has run in an engine that is new enough.
  const oldEngineLine = `<p id="old" class="notice"><noscript>${lines.noScript} </noscript>${lines.needed}</p>`;
  const text = html
    // The attribute is for the development server, where src/app/inline-script.ts does not run.
    .replace('<html lang="en" data-script>', `<html lang="${code}">`)
    .replace('"/manifest.', `"${pathPrefixOf(code)}/manifest.`)
    .replace(/\s*<script type="module".*<\/script>|\s*<link rel="stylesheet".*>/g, '')
    .replace(/<title>.*<\/title>/, () => `<title>${page.title}</title>`)
    .replace('<!--head-->', () => headLines.join('\n    '))
    .replace(
      '<div id="root"><!--app-->',
      () =>
        `${oldEngineLine}\n    <div id="root" data-page="${page.routeName}" data-files="${page.filePaths.join(' ')}" data-next="${page.prefetchFiles.join(' ')}">${bodyHtml}`,
    )
    .replace('</body>', () => `${makeNoticeLines(lines)}${makeDataBlocks(page)}</body>`);
  await mkdir(dirname(filePath), { recursive: true });
  await writeFile(filePath, text);
}

function makeNoticeLines({ incomplete, reload, offline }: Lines): string {
  return `  <p id="late" class="notice" role="alert" hidden>${incomplete} <a href="">${reload}</a></p>
  <p id="offline" class="notice" role="status" hidden>${offline}</p>\n`;
}

/** The data of a page, at its end, so that it does not delay the first paint. */
function makeDataBlocks({ built, structuredData }: PageToWrite): string {
  const jsonBlocks = structuredData.map((item) => makeJsonBlock('application/ld+json', item));
  if (Object.keys(built).length > 0)
    jsonBlocks.push(makeJsonBlock('application/json" id="built', built));
  return jsonBlocks.map((blockHtml) => `  ${blockHtml}\n  `).join('');
}

function makeJsonBlock(type: string, jsonValue: object): string {
  return `<script type="${type}">${toJsonForScript(jsonValue)}</script>`;
}

// The college's mark and a page's first drawing are inlined, so that the first paint needs no other file.

/** A larger drawing would delay the text after it. */
const maxDrawingBytes = 7_000;

/**
 * @param html the HTML of a page's body
 * @param readDrawing returns the SVG of a drawing by its address
 * @returns the HTML with the drawings as data URLs
 */
export async function withDrawings(
  html: string,
  readDrawing: (address: string) => Promise<string>,
): Promise<string> {
  const mainStart = html.indexOf('<main');
  const [firstImage = ''] = /<img[^>]*>/.exec(html.slice(mainStart)) ?? [];
  const [, drawingAddress] = / src="(\/assets\/[^"]+\.svg)"/.exec(firstImage) ?? [];
  const visibleDrawings =
    drawingAddress && !firstImage.includes('loading="lazy"') ? [drawingAddress] : [];
  let inlinedHtml = html;
  for (const address of ['/mark.svg', ...visibleDrawings]) {
    const drawingSvg = await readDrawing(address);
    if (drawingSvg.length > maxDrawingBytes) continue;
    const inlineSource = `src="${makeDataUrl(drawingSvg)}"`;
    inlinedHtml = inlinedHtml.replaceAll(`src="${address}"`, () => inlineSource);
  }
  return inlinedHtml;
}

/** @returns a data URL for an attribute, with as few escapes as possible */
function makeDataUrl(svg: string): string {
  const text = svg.trim().replace(/%/g, '%25').replace(/#/g, '%23').replace(/&/g, '&amp;');
  return `data:image/svg+xml,${text.replace(/"/g, /'/.test(text) ? '&quot;' : "'")}`;
}
