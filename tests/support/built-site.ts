/** Builds the site with a list of programs, and reads the built pages. */
import { execFile } from 'node:child_process';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { createBackend } from '@one-planet/mocks';
import { Window } from 'happy-dom';
import shippedConfig from '../../web/config.json' with { type: 'json' };
import { languages } from '../../web/src/texts/languages.ts';

const projectRoot = new URL('../..', import.meta.url);

/** A program whose name is in Ethiopic letters. */
export const ethiopicProgram = { id: 93, name: 'ሕግ', duration: '4 years' };

/** Invalid and unusual programs, which are built in addition to the mock's. */
const oddPrograms = [
  null,
  { id: 90 },
  { id: 91, name: '../<outside>' },
  { id: 92, name: 'Law & Order', description: '</script><b id="evil">', base64String: 'none' },
  ethiopicProgram,
];

/** The site's address in its settings. */
export const siteOrigin = 'https://college.example';

interface BuiltSite {
  folder: string;
  /** The output of the build. */
  output: string;
  /** The programs that the mock lists. */
  listedPrograms: readonly { name: string; description: string; base64String: string }[];
  /** Reads a file of the site as text. @param path below the site's folder */
  readFile: (path: string) => Promise<string>;
}

/**
 * Builds the site with the mock's programs and unusual ones.
 * @param parentFolder the folder for the site and the build's input
 * @throws {Error} with the build's output
 */
export async function buildWithPrograms(parentFolder: string): Promise<BuiltSite> {
  const folder = join(parentFolder, 'site');
  const { fetch } = await createBackend();
  const mockPrograms = await (await fetch(new Request('http://mock/api/programs/private'))).json();
  await writeFile(
    join(parentFolder, 'programs.json'),
    JSON.stringify([...mockPrograms, ...oddPrograms]),
  );
  await writeFile(
    join(parentFolder, 'config.json'),
    JSON.stringify({ ...shippedConfig, siteUrl: siteOrigin }),
  );
  const flags = ['--programs', join(parentFolder, 'programs.json'), '--out', folder];
  const { exitCode, output } = await runBuild(
    ...flags,
    '--config',
    join(parentFolder, 'config.json'),
  );
  if (exitCode !== 0) throw new Error(output);
  return {
    folder,
    output,
    listedPrograms: mockPrograms,
    readFile: (path) => readFile(join(folder, path), 'utf8'),
  };
}

/** Runs the build. @returns its exit code, and its output without npm's lines */
export async function runBuild(...flags: string[]): Promise<{ exitCode: number; output: string }> {
  const npmArgs = ['run', '--silent', 'build', '-w', 'web', '--', ...flags];
  const buildResult = await promisify(execFile)('npm', npmArgs, { cwd: projectRoot }).then(
    (output) => ({ code: 0, ...output }),
    (error) => error,
  );
  const lines = `${buildResult.stdout}${buildResult.stderr}`.split('\n');
  const buildLines = lines.filter((line) => line && !line.startsWith('npm '));
  return { exitCode: buildResult.code, output: buildLines.join('\n') };
}

// Reading the built pages without a browser, as a search engine does.

export interface BuiltPage {
  /** Its path below the site's folder; empty for the home page. */
  folder: string;
  title: string;
  /** The contents of its meta elements, by name or property. */
  metaContents: ReadonlyMap<string, string>;
  robots: string | undefined;
  canonical: string | undefined;
  /** Its blocks of JSON-LD. */
  jsonLdBlocks: readonly Record<string, unknown>[];
}

/** @returns every English page of a built site, except the frame in `shell.html` */
export async function readBuiltPages(folder: string): Promise<BuiltPage[]> {
  const fileNames = await readdir(folder, { recursive: true });
  const pageFiles = fileNames.filter(
    (name) => /(^|\/)index\.html$/.test(name) && !((name.split('/')[0] ?? '') in languages),
  );
  return Promise.all(
    pageFiles.map(async (name) => parsePage(name, await readFile(join(folder, name), 'utf8'))),
  );
}

function parsePage(fileName: string, html: string): BuiltPage {
  const { document } = new Window();
  document.write(html.replace(/<style>.*?<\/style>|<script>.*?<\/script>/gs, ''));
  const attributeOf = (element: { getAttribute(name: string): string | null }, name: string) =>
    element.getAttribute(name) ?? '';
  const metaContents = new Map(
    Array.from(document.querySelectorAll('meta'), (element) => [
      attributeOf(element, 'name') || attributeOf(element, 'property'),
      attributeOf(element, 'content'),
    ]),
  );
  const jsonLdScripts = document.querySelectorAll('script[type="application/ld+json"]');
  return {
    folder: fileName.replace(/\/?index\.html$/, ''),
    title: document.title,
    metaContents,
    robots: metaContents.get('robots'),
    canonical: document.querySelector('link[rel=canonical]')?.getAttribute('href') ?? undefined,
    jsonLdBlocks: Array.from(jsonLdScripts, ({ textContent }) => JSON.parse(textContent)),
  };
}

/** @returns the width and height of a PNG in pixels @throws {Error} if the bytes are no PNG */
export function readPngSize(bytes: Buffer): [width: number, height: number] {
  if (bytes.toString('latin1', 1, 4) !== 'PNG') throw new Error('This is no PNG');
  return [bytes.readUInt32BE(16), bytes.readUInt32BE(20)];
}
