/** Reads the built pages as a search engine does, without a browser. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Window } from 'happy-dom';
import { languages } from '../../web/src/language/languages.ts';

export interface BuiltPage {
  /** From the folder of the site, empty for the home page. */
  folder: string;
  title: string;
  /** What its meta elements say, by name or property. */
  meta: ReadonlyMap<string, string>;
  robots: string | undefined;
  canonical: string | undefined;
  /** Its blocks of JSON-LD. */
  data: readonly Record<string, unknown>[];
}

/** @returns every page of a built site in English but its frame */
export async function pagesOf(folder: string): Promise<BuiltPage[]> {
  const all = await readdir(folder, { recursive: true });
  const pages = all.filter(
    (name) => /(^|\/)index\.html$/.test(name) && !((name.split('/')[0] ?? '') in languages),
  );
  return Promise.all(
    pages.map(async (name) => readPage(name, await readFile(join(folder, name), 'utf8'))),
  );
}

function readPage(name: string, html: string): BuiltPage {
  const { document } = new Window();
  document.write(html.replace(/<style>.*?<\/style>|<script>.*?<\/script>/gs, ''));
  const attribute = (element: { getAttribute(name: string): string | null }, name: string) =>
    element.getAttribute(name) ?? '';
  const meta = new Map(
    Array.from(document.querySelectorAll('meta'), (one) => [
      attribute(one, 'name') || attribute(one, 'property'),
      attribute(one, 'content'),
    ]),
  );
  const blocks = document.querySelectorAll('script[type="application/ld+json"]');
  return {
    folder: name.replace(/\/?index\.html$/, ''),
    title: document.title,
    meta,
    robots: meta.get('robots'),
    canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? undefined,
    data: Array.from(blocks, ({ textContent }) => JSON.parse(textContent)),
  };
}

/** @returns the width and height that the bytes of a PNG name */
export function sizeOfPng(bytes: Buffer): [width: number, height: number] {
  if (bytes.toString('latin1', 1, 4) !== 'PNG') throw new Error('This is no PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}
