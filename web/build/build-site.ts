import { cp, mkdir, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { languages } from '../src/language/languages.ts';
import { keysOf } from '../src/site/unchecked.ts';
import { buildLanguage } from './build-language.ts';
import { makeCards } from './cards.ts';
import { compressTexts } from './compress.ts';
import { hasDays, readContent, tellUnknownPrograms } from './content.ts';
import { robots, sitemap } from './head/crawlers.ts';
import { buildInlined, hashesOf } from './inline.ts';
import type { Options } from './options.ts';
import { programPages } from './pages.ts';
import { takePhotos } from './photos.ts';
import { takePictures } from './pictures.ts';
import { warn } from './problem.ts';
import { readPrograms } from './programs.ts';
import { readSettings } from './settings.ts';
import { buildWorker } from './worker.ts';

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

  const inline = await buildInlined();
  const cardOf = origin && programs ? await makeCards(add) : undefined;
  const ofPrograms = programs ? programPages(programs) : [];
  const given = { settings, content, origin, out, inline, programs, ofPrograms, facts, cardOf };
  // English first: it empties the folder.
  const listed: string[] = [];
  for (const code of keysOf(languages)) listed.push(...(await buildLanguage(code, given)));
  for (const [address, bytes] of [...(programs?.files ?? []), ...photos]) await add(address, bytes);
  await add('worker.js', await buildWorker(settings));
  await add('robots.txt', robots(origin));
  if (origin) await add('sitemap.xml', sitemap(origin, listed));
  await cp(config, join(out, 'config.json'));
  await add('content.json', `${JSON.stringify(content, null, 2)}\n`);
  await add('inline.json', `${JSON.stringify(hashesOf(inline), null, 2)}\n`);
  await compressTexts(out);
}
