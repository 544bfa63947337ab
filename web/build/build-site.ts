import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { fingerprint } from '../src/site/records.ts';
import { keysOf } from '../src/site/unchecked.ts';
import { languages } from '../src/texts/languages.ts';
import { buildLanguage } from './build-language.ts';
import { buildInlined, buildWorker, hashesOf } from './bundle.ts';
import {
  hasDays,
  readContent,
  takePhotos,
  warnOfMissingFacts,
  warnOfUnknownPrograms,
} from './content.ts';
import { type Options, readSettings } from './options.ts';
import { programPages } from './pages.ts';
import { warn } from './problem.ts';
import { readPrograms, takePictures } from './programs.ts';
import { readText } from './read-text.ts';
import { robots, sitemap } from './text.ts';

/**
 * Builds the site. Everything that may be wrong with what it is given is found before the first file is written.
 * @throws {BuildProblem} for settings or programs that can't be read
 */
export async function buildSite({
  programs: listedIn,
  config,
  content: contentFile,
  out,
}: Options): Promise<void> {
  const settings = await readSettings(config);
  const origin = settings.siteUrl && new URL(settings.siteUrl).origin;
  const { content, files: photos } = await takePhotos(await readContent(contentFile), contentFile);
  const programs = listedIn ? takePictures(await readPrograms(listedIn, settings)) : undefined;
  warnOfMissingFacts(content);
  if (programs) warnOfUnknownPrograms(content, programs.programs);
  if (!origin) {
    warn(
      'without siteUrl in the settings, pages give search engines no address (docs/hosting.md).',
    );
  }
  const facts = {
    contentMark: fingerprint(JSON.stringify(content)),
    ...(hasDays(content) ? { at: Date.now() } : {}),
  };
  const add = async (address: string, content: string | Buffer) => {
    await mkdir(dirname(join(out, address)), { recursive: true });
    await writeFile(join(out, address), content);
  };

  const inline = await buildInlined();
  const ofPrograms = programs ? programPages(programs) : [];
  const given = { settings, content, origin, out, inline, programs, ofPrograms, facts };
  // English first: it empties the folder.
  const listed: string[] = [];
  for (const code of keysOf(languages)) listed.push(...(await buildLanguage(code, given)));
  for (const [address, bytes] of [...(programs?.files ?? []), ...photos]) await add(address, bytes);
  await add('worker.js', await buildWorker(settings));
  await add('robots.txt', robots(origin));
  if (origin) await add('sitemap.xml', sitemap(origin, listed));
  await add('config.json', await readText(config));
  await add('content.json', `${JSON.stringify(content, null, 2)}\n`);
  await add('inline.json', `${JSON.stringify(hashesOf(inline), null, 2)}\n`);
  await compressTexts(out);
}

/** Compresses each text file ahead of time, harder than a server could while a visitor waits. */
async function compressTexts(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const texts = names.filter((name) => /\.(html|js|css|svg|json|xml|txt|webmanifest)$/.test(name));
  // Settings are edited where they are hosted: what was compressed beside them would be of the old ones.
  const finished = texts.filter((name) => !/^(config|content)\.json$/.test(name));
  const compress = async (file: string) => {
    const text = await readFile(file);
    await writeFile(`${file}.br`, await promisify(brotliCompress)(text));
    await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }));
  };
  await Promise.all(finished.map((name) => compress(join(folder, name))));
}
