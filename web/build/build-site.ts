import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { makeFingerprint } from '../src/site/records.ts';
import { keysOf } from '../src/site/unchecked.ts';
import { languages } from '../src/texts/languages.ts';
import { buildLanguage } from './build-language.ts';
import { buildInlined, buildWorker, policyHashesOf } from './bundle.ts';
import {
  hasDays,
  processPhotos,
  readContent,
  warnOfMissingFacts,
  warnOfUnknownPrograms,
} from './content.ts';
import { type Options, readSettings } from './options.ts';
import { listProgramPages } from './pages.ts';
import { warn } from './problem.ts';
import { extractPictures, readPrograms } from './programs.ts';
import { readText } from './read-text.ts';
import { makeRobotsTxt, makeSitemap } from './text.ts';

/**
 * Builds the site. Every mistake in the settings, the content and the programs is found before the first file is
 * written.
 * @throws {BuildProblem} for settings or programs that can't be read
 */
export async function buildSite({
  programs: programsSource,
  config,
  content: contentFile,
  out,
}: Options): Promise<void> {
  const settings = await readSettings(config);
  const origin = settings.siteUrl && new URL(settings.siteUrl).origin;
  const { content, files: photos } = await processPhotos(
    await readContent(contentFile),
    contentFile,
  );
  const programs = programsSource
    ? extractPictures(await readPrograms(programsSource, settings))
    : undefined;
  warnOfMissingFacts(content);
  if (programs) warnOfUnknownPrograms(content, programs.programs);
  if (!origin) {
    warn(
      'without siteUrl in the settings, pages give search engines no address (docs/hosting.md).',
    );
  }
  const contentVersion = {
    contentMark: makeFingerprint(JSON.stringify(content)),
    ...(hasDays(content) ? { builtAt: Date.now() } : {}),
  };
  const writeOutput = async (address: string, fileContent: string | Buffer) => {
    await mkdir(dirname(join(out, address)), { recursive: true });
    await writeFile(join(out, address), fileContent);
  };

  const inlineParts = await buildInlined();
  const programPages = programs ? listProgramPages(programs) : [];
  const context = {
    settings,
    content,
    origin,
    out,
    inlineParts,
    programs,
    programPages,
    publicData: contentVersion,
  };
  // English first, because its build empties the folder.
  const listedPaths: string[] = [];
  for (const code of keysOf(languages)) listedPaths.push(...(await buildLanguage(code, context)));
  for (const [address, bytes] of [...(programs?.pictureFiles ?? []), ...photos])
    await writeOutput(address, bytes);
  await writeOutput('worker.js', await buildWorker(settings));
  await writeOutput('robots.txt', makeRobotsTxt(origin));
  if (origin) await writeOutput('sitemap.xml', makeSitemap(origin, listedPaths));
  await writeOutput('config.json', await readText(config));
  await writeOutput('content.json', `${JSON.stringify(content, null, 2)}\n`);
  await writeOutput('inline.json', `${JSON.stringify(policyHashesOf(inlineParts), null, 2)}\n`);
  await compressTexts(out);
}

/** Compresses each text file ahead of time, with higher compression than a server could afford per request. */
async function compressTexts(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const textFileNames = names.filter((name) =>
    /\.(html|js|css|svg|json|xml|txt|webmanifest)$/.test(name),
  );
  // Settings are edited on the host, and a compressed copy beside them would still have the old ones.
  const namesToCompress = textFileNames.filter((name) => !/^(config|content)\.json$/.test(name));
  const compress = async (file: string) => {
    const fileBytes = await readFile(file);
    await writeFile(`${file}.br`, await promisify(brotliCompress)(fileBytes));
    await writeFile(`${file}.gz`, await promisify(gzip)(fileBytes, { level: 9 }));
  };
  await Promise.all(namesToCompress.map((name) => compress(join(folder, name))));
}
