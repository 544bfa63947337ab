import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Built, contentInLanguage } from '../src/site/records.ts';
import { type LanguageCode, prefixOf } from '../src/texts/languages.ts';
import { chunksOf, type Inlined, scriptsOf, sourcesOfScreens } from './bundle.ts';
import type { Given } from './head.ts';
import { withDrawings, writePage } from './page.ts';
import { type PageToBuild, routePages } from './pages.ts';
import { makeServerFolder } from './problem.ts';
import type { Pictured } from './programs.ts';

/** Common to all languages. */
export interface Ingredients extends Given {
  /** The folder of the site. */
  out: string;
  inline: Inlined;
  programs: Pictured | undefined;
  /** The pages of programs. */
  ofPrograms: readonly PageToBuild[];
  /** Carried by every page. */
  facts: Built;
}

type Rendering = typeof import('./rendering.ts');

/**
 * Builds the site in one language: the scripts into the folder of all, the pages into the language's own.
 * @returns the paths of the pages that search engines may list
 */
export async function buildLanguage(code: LanguageCode, given: Ingredients): Promise<string[]> {
  const { out } = given;
  const scripts = code === 'en' ? out : await mkdtemp(join(tmpdir(), 'site-'));
  const server = await makeServerFolder();
  try {
    const copyPublicDir = code === 'en';
    const chunks = await chunksOf(code, { outDir: scripts, emptyOutDir: true, copyPublicDir });
    const ssr = { ssr: 'build/rendering.ts', outDir: server, copyPublicDir: false };
    const sources = await sourcesOfScreens(await chunksOf(code, ssr), server);
    const html = await readFile(join(scripts, 'index.html'), 'utf8');
    if (scripts !== out)
      await cp(join(scripts, 'assets'), join(out, 'assets'), { recursive: true });
    const rendering: Rendering = await import(pathToFileURL(join(server, 'rendering.js')).href);
    return await writePages(code, given, { html, chunks, sources, rendering });
  } finally {
    await rm(server, { recursive: true });
    if (scripts !== out) await rm(scripts, { recursive: true });
  }
}

interface Made {
  html: string;
  chunks: Awaited<ReturnType<typeof chunksOf>>;
  sources: Awaited<ReturnType<typeof sourcesOfScreens>>;
  rendering: Rendering;
}

async function writePages(code: LanguageCode, all: Ingredients, made: Made): Promise<string[]> {
  const content = contentInLanguage(all.content, code);
  const given = { ...all, content };
  const { out, inline, programs, ofPrograms, settings, origin } = given;
  const facts = { ...given.facts, content };
  const { chunks, sources, rendering } = made;
  const { foundOf, foundOfShell, frame, headOf, headWords, pages, render } = rendering;
  const folder = join(out, prefixOf(code));
  const { incomplete: late, offline, noScript, needed } = headWords;
  const lines = { late, offline, noScript, needed, reload: frame.crash.reload };
  const template = { html: made.html, ...inline, code, lines };
  const read = (address: string) => readFile(join(out, address), 'utf8');
  if (code !== 'en') {
    const own = installed(await read('manifest.webmanifest'), code, frame.college);
    await mkdir(folder, { recursive: true });
    await writeFile(join(folder, 'manifest.webmanifest'), own);
  }
  const filesOf = (screen: unknown) => scriptsOf(sources.get(screen) ?? null, chunks);
  const nextFiles = (await rendering.nextScreens()).flatMap(filesOf);
  const ahead = [rendering.pictureOffline, ...new Set(nextFiles)];
  const scripts = (files: readonly string[]) => ({
    files,
    next: ahead.filter((file) => !files.includes(file)),
  });
  const listed: string[] = [];
  for (const { path, folder: own, built: known, programs: shown } of [
    ...routePages(pages, programs),
    ...ofPrograms,
  ]) {
    const built = { ...known, ...facts };
    const page = await render(path, settings, built);
    const found = foundOf({ ...page, path, programs: shown }, given);
    if (found.isListed && found.path) listed.push(found.path);
    await writePage(join(folder, own, 'index.html'), template, {
      ...page,
      html: await withDrawings(page.html, read),
      head: headOf(found, origin),
      data: found.data,
      built,
      ...scripts(filesOf(page.screen)),
    });
  }
  // Every other address gets the frame with a loading page inside, which is what a program's page shows first.
  const shell = await render('/admission/any', settings, facts);
  // Where all programs have pages, what is left is nothing to find: unknown addresses, activations, receipts.
  const found = foundOfShell(!programs);
  await writePage(join(folder, 'shell.html'), template, {
    ...shell,
    html: await withDrawings(shell.html, read),
    title: found.title,
    page: 'shell',
    head: headOf(found, origin),
    data: [],
    built: facts,
    ...scripts(scriptsOf(undefined, chunks)),
  });
  return listed;
}

/**
 * The manifest of the site that is installed in a language: it opens there, under its own name.
 * @param english the manifest of the English site @param name of the college, in the language
 */
function installed(english: string, code: LanguageCode, name: string): string {
  const home = `${prefixOf(code)}/`;
  const own = { lang: code, id: home, start_url: home, name, short_name: name };
  return `${JSON.stringify({ ...JSON.parse(english), ...own }, null, 2)}\n`;
}
