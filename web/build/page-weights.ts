import { readdir, readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { keysOf } from '../src/site/unchecked.ts';
import { languages, pathPrefixOf } from '../src/texts/languages.ts';
import { BuildProblem } from './problem.ts';

/** The most that the scripts of a page may weigh, in KB (1000 bytes) with gzip. Home is what most visitors load first. */
export const maxScriptKilobytes = { home: 125, anyOther: 165 };

/**
 * Compares the scripts that each English page loads with the limits. Texts in other writing systems weigh more, so their
 * pages have no limit.
 * @param folder the built site, with its compressed files
 * @throws {BuildProblem} that names each page above its limit
 */
export async function checkPageWeights(folder: string): Promise<void> {
  const otherPrefixes = keysOf(languages)
    .map((code) => pathPrefixOf(code).slice(1))
    .filter(Boolean);
  const isEnglish = (name: string) =>
    !otherPrefixes.some((prefix) => name.startsWith(`${prefix}/`));
  const names = await readdir(folder, { recursive: true });
  const excesses: string[] = [];
  for (const name of names.filter((name) => name.endsWith('.html') && isEnglish(name)).sort()) {
    const html = await readFile(join(folder, name), 'utf8');
    const [, fileList = ''] = / data-files="([^"]+)"/.exec(html) ?? [];
    const scripts = fileList.split(' ').filter((path) => path.endsWith('.js'));
    const sizes = await Promise.all(
      scripts.map(async (path) => (await stat(join(folder, `${path}.gz`))).size),
    );
    const kilobytes = sizes.reduce((sum, size) => sum + size, 0) / 1000;
    const limit = name === 'index.html' ? maxScriptKilobytes.home : maxScriptKilobytes.anyOther;
    if (kilobytes > limit) excesses.push(`${name} has ${kilobytes.toFixed(1)} of ${limit} KB`);
  }
  if (excesses.length > 0)
    throw new BuildProblem(`Pages load more script than they may: ${excesses.join(', ')}.`);
}
