import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';
import { makeFingerprint } from '../src/site/records.ts';
import { keysOf } from '../src/site/unchecked.ts';
import { languages } from '../src/texts/languages.ts';
import { type BuildContext, buildLanguage } from './build-language.ts';
import { buildInlined, buildWorker } from './bundle.ts';
import {
  hasDays,
  processPhotos,
  readContent,
  warnOfMissingFacts,
  warnOfUnknownPrograms,
} from './content.ts';
import { listFiles, writeFileList } from './file-list.ts';
import { makeMaintenancePage } from './maintenance.ts';
import { type Options, readSettings } from './options.ts';
import { buildIdPlaceholder } from './page.ts';
import { checkPageWeights } from './page-weights.ts';
import { listProgramPages } from './pages.ts';
import { collectHashes, makePolicyFiles } from './policy.ts';
import { warn } from './problem.ts';
import { extractPictures, readPrograms } from './programs.ts';
import { readText } from './read-text.ts';
import { makeRobotsTxt, makeSitemap } from './text.ts';

/**
 * Builds the site. Every mistake in the settings, the content and the programs is found before the first file is
 * written.
 * @throws {BuildProblem} for settings or programs that can't be read, and for a page that loads too much script
 */
export async function buildSite({
  programs: programsSource,
  config,
  content: contentFile,
  previous,
  out,
}: Options): Promise<void> {
  const settings = await readSettings(config);
  const origin = settings.siteUrl && new URL(settings.siteUrl).origin;
  const { phones, email } = settings.contact;
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
    // Without siteUrl the settings may be those of development, whose phone numbers nobody must call.
    ...(origin ? { contact: { phones, email } } : {}),
  };
  const writeOutput = async (address: string, fileContent: string | Buffer) => {
    await mkdir(dirname(join(out, address)), { recursive: true });
    await writeFile(join(out, address), fileContent);
  };

  const inlineParts = await buildInlined();
  const inlineHashes = await collectHashes(inlineParts, previous);
  const programPages = programs ? listProgramPages(programs) : [];
  const context: BuildContext = {
    settings,
    content,
    origin,
    out,
    inlineParts,
    programs,
    programPages,
    publicData: contentVersion,
    maintenanceTexts: [],
  };
  // English first: its build empties the folder, and would delete the pages of a language that was built before it.
  const listedPaths: string[] = [];
  for (const code of keysOf(languages)) listedPaths.push(...(await buildLanguage(code, context)));
  for (const [address, bytes] of [...(programs?.pictureFiles ?? []), ...photos])
    await writeOutput(address, bytes);
  await writeOutput('worker.js', await buildWorker(settings));
  await writeOutput(
    'maintenance.html',
    makeMaintenancePage(
      context.maintenanceTexts,
      inlineParts.style,
      origin ? settings.contact : undefined,
    ),
  );
  await writeOutput('robots.txt', makeRobotsTxt(origin));
  if (origin) await writeOutput('sitemap.xml', makeSitemap(origin, listedPaths));
  await writeOutput('config.json', await readText(config));
  await writeOutput('content.json', `${JSON.stringify(content, null, 2)}\n`);
  for (const [name, text] of Object.entries(makePolicyFiles(settings, inlineHashes)))
    await writeOutput(name, text);
  const buildId = await stampBuildId(out);
  const inlineFacts = { build: buildId, ...inlineHashes };
  await writeOutput('inline.json', `${JSON.stringify(inlineFacts, null, 2)}\n`);
  await compressTexts(out);
  await writeFileList(out);
  await checkPageWeights(out);
}

/**
 * Writes into every page of which build it is, so that a mixture of two can be recognized: the hash of all files.
 * @returns the id
 */
async function stampBuildId(folder: string): Promise<string> {
  const files = await listFiles(folder);
  const hash = createHash('sha256');
  for (const file of files) hash.update(`${relative(folder, file)}\0`).update(await readFile(file));
  const buildId = hash.digest('hex').slice(0, 8);
  for (const file of files.filter((name) => name.endsWith('.html'))) {
    const html = await readFile(file, 'utf8');
    await writeFile(file, html.replace(buildIdPlaceholder, buildId));
  }
  return buildId;
}

/** Compresses each text file ahead of time, with higher compression than a server could afford per request. */
async function compressTexts(folder: string): Promise<void> {
  const names = await readdir(folder, { recursive: true });
  const textFileNames = names.filter((name) =>
    /\.(html|js|css|svg|json|xml|txt|webmanifest)$/.test(name),
  );
  // Settings are edited on the host, and the worker may have to be replaced there by its off switch: a compressed copy
  // beside them would still be the old one.
  const namesToCompress = textFileNames.filter(
    (name) => !/^((config|content)\.json|worker\.js)$/.test(name),
  );
  const compress = async (file: string) => {
    const fileBytes = await readFile(file);
    await writeFile(`${file}.br`, await promisify(brotliCompress)(fileBytes));
    await writeFile(`${file}.gz`, await promisify(gzip)(fileBytes, { level: 9 }));
  };
  await Promise.all(namesToCompress.map((name) => compress(join(folder, name))));
}
