import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { type Built, contentInLanguage } from '../src/site/records.ts';
import { type LanguageCode, pathPrefixOf } from '../src/texts/languages.ts';
import { buildChunks, filePathsOf, findSourcePathsOfScreens, type InlineParts } from './bundle.ts';
import type { BuildInput } from './head.ts';
import type { MaintenanceTexts } from './maintenance.ts';
import { withDrawings, writePage } from './page.ts';
import { type PageToBuild, routePages } from './pages.ts';
import { makeServerFolder } from './problem.ts';
import type { ProgramsWithPictures } from './programs.ts';

/** What the build of every language needs. */
export interface BuildContext extends BuildInput {
  /** The folder into which the site is built. */
  out: string;
  inlineParts: InlineParts;
  programs: ProgramsWithPictures | undefined;
  /** The pages of programs. */
  programPages: readonly PageToBuild[];
  /** The public data that every page carries. */
  publicData: Built;
  /** The build of each language adds its own. */
  maintenanceTexts: MaintenanceTexts[];
}

/** The built `rendering.ts`, which renders pages to HTML. */
type RenderingModule = typeof import('./rendering.ts');

/**
 * Builds the site in one language: the scripts into the folder that all languages share, the pages into the language's
 * own.
 * @returns the paths of the pages that search engines may list
 */
export async function buildLanguage(code: LanguageCode, context: BuildContext): Promise<string[]> {
  const { out } = context;
  const viteOutFolder = code === 'en' ? out : await mkdtemp(join(tmpdir(), 'site-'));
  const serverFolder = await makeServerFolder();
  try {
    const copyPublicDir = code === 'en';
    const chunks = await buildChunks(code, {
      outDir: viteOutFolder,
      emptyOutDir: true,
      copyPublicDir,
    });
    const ssrOptions = { ssr: 'build/rendering.ts', outDir: serverFolder, copyPublicDir: false };
    const sourcePathByScreen = await findSourcePathsOfScreens(
      await buildChunks(code, ssrOptions),
      serverFolder,
    );
    const html = await readFile(join(viteOutFolder, 'index.html'), 'utf8');
    if (viteOutFolder !== out)
      await cp(join(viteOutFolder, 'assets'), join(out, 'assets'), { recursive: true });
    const rendering: RenderingModule = await import(
      pathToFileURL(join(serverFolder, 'rendering.js')).href
    );
    return await writePages(code, context, { html, chunks, sourcePathByScreen, rendering });
  } finally {
    await rm(serverFolder, { recursive: true });
    if (viteOutFolder !== out) await rm(viteOutFolder, { recursive: true });
  }
}

interface LanguageBuild {
  html: string;
  chunks: Awaited<ReturnType<typeof buildChunks>>;
  sourcePathByScreen: Awaited<ReturnType<typeof findSourcePathsOfScreens>>;
  rendering: RenderingModule;
}

async function writePages(
  code: LanguageCode,
  sharedContext: BuildContext,
  languageBuild: LanguageBuild,
): Promise<string[]> {
  const localizedContent = contentInLanguage(sharedContext.content, code);
  const context = { ...sharedContext, content: localizedContent };
  const { out, inlineParts, programs, programPages, settings, origin } = context;
  const builtFacts = { ...context.publicData, content: localizedContent };
  const { chunks, sourcePathByScreen, rendering } = languageBuild;
  const {
    headDataOf,
    headDataOfShell,
    frame,
    makeHeadElements,
    headWords,
    prerenderedPaths,
    render,
  } = rendering;
  const languageFolder = join(out, pathPrefixOf(code));
  const { incomplete, offline, noScript, needed } = headWords;
  context.maintenanceTexts.push({ code, ...rendering.maintenanceTexts });
  const inlineMessages = { incomplete, offline, noScript, needed, reload: frame.crash.reload };
  const template = { html: languageBuild.html, ...inlineParts, code, lines: inlineMessages };
  const readBuiltFile = (address: string) => readFile(join(out, address), 'utf8');
  if (code !== 'en') {
    const manifest = localizeManifest(
      await readBuiltFile('manifest.webmanifest'),
      code,
      frame.college,
    );
    await mkdir(languageFolder, { recursive: true });
    await writeFile(join(languageFolder, 'manifest.webmanifest'), manifest);
  }
  const filePathsOfScreen = (screen: unknown) =>
    filePathsOf(sourcePathByScreen.get(screen) ?? null, chunks);
  const screenFilePaths = (await rendering.loadNextComponents()).flatMap(filePathsOfScreen);
  const pathsToPrefetch = [rendering.pictureOffline, ...new Set(screenFilePaths)];
  const withPrefetch = (filePaths: readonly string[]) => ({
    filePaths,
    prefetchFiles: pathsToPrefetch.filter((path) => !filePaths.includes(path)),
  });
  const listedPaths: string[] = [];
  for (const { path, pageFolder, built: pageData, subjectPrograms: pagePrograms } of [
    ...routePages(prerenderedPaths, programs),
    ...programPages,
  ]) {
    const built = { ...pageData, ...builtFacts };
    const page = await render(path, settings, built);
    const headData = headDataOf({ ...page, path, programs: pagePrograms }, context);
    if (headData.isListed && headData.path) listedPaths.push(headData.path);
    await writePage(join(languageFolder, pageFolder, 'index.html'), template, {
      ...page,
      html: await withDrawings(page.html, readBuiltFile),
      headElements: makeHeadElements(headData, origin),
      structuredData: headData.data,
      built,
      ...withPrefetch(filePathsOfScreen(page.screen)),
    });
  }
  // Every other address is answered with the shell: a page that is loading, as a program's page looks at first.
  const shellPage = await render('/admission/any', settings, builtFacts);
  // Once every program has its own page, the shell answers only addresses that search engines must not list: unknown
  // addresses, activation links, receipts.
  const headData = headDataOfShell(!programs);
  await writePage(join(languageFolder, 'shell.html'), template, {
    ...shellPage,
    html: await withDrawings(shellPage.html, readBuiltFile),
    title: headData.title,
    routeName: 'shell',
    headElements: makeHeadElements(headData, origin),
    structuredData: [],
    built: builtFacts,
    ...withPrefetch(filePathsOf(undefined, chunks)),
  });
  return listedPaths;
}

/**
 * The web app manifest in a language: the installed site opens in it, under the college's name in it.
 * @param englishManifest the manifest of the English site @param name of the college, in the language
 */
function localizeManifest(englishManifest: string, code: LanguageCode, name: string): string {
  const homePath = `${pathPrefixOf(code)}/`;
  const languageFields = { lang: code, id: homePath, start_url: homePath, name, short_name: name };
  return `${JSON.stringify({ ...JSON.parse(englishManifest), ...languageFields }, null, 2)}\n`;
}
