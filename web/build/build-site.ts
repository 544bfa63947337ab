import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { chunksOf, scriptsOf, sourcesOfScreens } from './chunks.ts';
import { compressTexts } from './compress.ts';
import { hasDays, readContent, tellUnknownPrograms } from './content.ts';
import { withDrawings } from './drawings.ts';
import { startDrawing } from './drawn/share.ts';
import { makeServerFolder } from './folders.ts';
import { robots, sitemap } from './head/crawlers.ts';
import { foundOf, foundOfShell } from './head/found.ts';
import { headOf } from './head/tags.ts';
import { buildInlined, hashesOf } from './inline.ts';
import type { Options } from './options.ts';
import { writePage } from './page.ts';
import { pagesToBuild } from './pages.ts';
import { takePhotos } from './photos.ts';
import { takePictures } from './pictures.ts';
import { warn } from './problem.ts';
import { readPrograms } from './programs.ts';
import { readSettings } from './settings.ts';

/**
 * Builds the site. Everything that may be wrong with what it is given is found before the first file is written.
 * @throws {BuildProblem} for settings or programs that can't be read
 */
export async function buildSite({
  programmes,
  config,
  content: contentFile,
  out,
}: Options): Promise<void> {
  const settings = await readSettings(config);
  const origin = settings.siteUrl && new URL(settings.siteUrl).origin;
  const { content, files: photos } = await takePhotos(await readContent(contentFile), contentFile);
  const programs = programmes ? takePictures(await readPrograms(programmes, settings)) : undefined;
  if (programs) tellUnknownPrograms(content, programs.programs);
  if (!origin) {
    warn(
      'without siteUrl in the settings, pages tell search engines no address (docs/hosting.md).',
    );
  }
  const facts = { content, ...(hasDays(content) ? { at: Date.now() } : {}) };
  const add = async (address: string, content: string | Buffer) => {
    await mkdir(dirname(join(out, address)), { recursive: true });
    await writeFile(join(out, address), content);
  };

  const chunks = await chunksOf({ outDir: out, emptyOutDir: true });
  const server = await makeServerFolder();
  try {
    const ssr = { ssr: 'src/prerender.tsx', outDir: server, copyPublicDir: false };
    const sources = await sourcesOfScreens(await chunksOf(ssr), server);
    const { pages, pictureOfProgram, render } = (await import(
      pathToFileURL(join(server, 'prerender.js')).href
    )) as typeof import('../src/prerender.tsx');

    const inline = await buildInlined();
    const template = { html: await readFile(join(out, 'index.html'), 'utf8'), ...inline };
    const listed: string[] = [];
    const read = (address: string) => readFile(join(out, address), 'utf8');
    const draw =
      origin && programs ? await startDrawing((name) => read(pictureOfProgram(name))) : undefined;
    for (const { path, folder, built: known, programs: own } of pagesToBuild(pages, programs)) {
      const built = { ...known, ...facts };
      const page = await render(path, settings, built);
      const [only, another] = own;
      const drawn = only && !another ? await draw?.(only) : undefined;
      if (drawn) await add(drawn.address, drawn.bytes);
      const about = { ...page, path, programs: own, picture: drawn?.address };
      const found = foundOf(about, { settings, content, origin });
      if (found.isListed && found.path) listed.push(found.path);
      const files = scriptsOf(sources.get(page.screen) ?? null, chunks);
      const head = headOf(found, origin);
      const { data } = found;
      await writePage(join(out, folder, 'index.html'), template, {
        ...page,
        html: await withDrawings(page.html, read),
        head,
        data,
        built,
        files,
      });
    }
    // Every other address gets the frame with a loading page inside, which is what a program's page shows first.
    const shell = await render('/admission/any', settings, facts);
    // Where all programs have pages, what is left is nothing to find: unknown addresses, activations, receipts.
    const shellFound = foundOfShell(!programs);
    await writePage(join(out, 'shell.html'), template, {
      ...shell,
      html: await withDrawings(shell.html, read),
      title: shellFound.title,
      page: 'shell',
      head: headOf(shellFound, origin),
      data: [],
      built: facts,
      files: scriptsOf(undefined, chunks),
    });

    for (const [address, bytes] of [...(programs?.files ?? []), ...photos])
      await add(address, bytes);
    await add('robots.txt', robots(origin));
    if (origin) await add('sitemap.xml', sitemap(origin, listed));
    await cp(config, join(out, 'config.json'));
    await add('content.json', `${JSON.stringify(content, null, 2)}\n`);
    await add('inline.json', `${JSON.stringify(hashesOf(inline), null, 2)}\n`);
  } finally {
    await rm(server, { recursive: true });
  }
  await compressTexts(out);
}
