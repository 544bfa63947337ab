/**
 * The content security policy as files that nginx and Caddy include, and the hashes in it. While a build takes the place
 * of another one, pages of both are served under one policy, which therefore allows the inline code of both.
 */
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type InlineHashes, makeSiteHeaders } from '@one-planet/contract/site-headers';
import type { Settings } from '../src/site/config.ts';
import { fieldsOf } from '../src/site/unchecked.ts';
import { type InlineParts, policyHashesOf } from './bundle.ts';
import { BuildProblem, reasonOf } from './problem.ts';

/**
 * @param previous the folder of the build before
 * @returns the hashes of the inline parts, then those of the build before
 * @throws {BuildProblem} where that folder has no hashes
 */
export async function collectHashes(
  inlineParts: InlineParts,
  previous: string | undefined,
): Promise<Required<InlineHashes>> {
  const hashes = policyHashesOf(inlineParts);
  const previousHashes = previous === undefined ? undefined : await readPreviousHashes(previous);
  const withPrevious = (name: 'style' | 'script') => [
    ...new Set([hashes[name], ...(previousHashes ? [previousHashes[name]] : [])]),
  ];
  return { style: withPrevious('style'), script: withPrevious('script') };
}

async function readPreviousHashes(folder: string): Promise<Record<'style' | 'script', string>> {
  const file = join(folder, 'inline.json');
  const json: unknown = await readFile(file, 'utf8')
    .then(JSON.parse)
    .catch((error) => {
      throw new BuildProblem(`--previous: ${file} cannot be read (${reasonOf(error)}).`);
    });
  const { style, script } = fieldsOf(json);
  // The first hash is that of the build itself.
  const [styleHash, scriptHash] = [style, script].map((hashes) =>
    Array.isArray(hashes) ? hashes[0] : undefined,
  );
  if (typeof styleHash !== 'string' || typeof scriptHash !== 'string')
    throw new BuildProblem(`--previous: ${file} names no hashes.`);
  return { style: styleHash, script: scriptHash };
}

/** @returns the texts of the files that hosts include, by their names */
export function makePolicyFiles(
  settings: Settings,
  hashes: InlineHashes,
): Readonly<Record<string, string>> {
  const policy = makeSiteHeaders(settings, hashes)['content-security-policy'];
  const note = '# Written by the build, from config.json and the inline code of the pages.';
  return {
    'policy.nginx.conf': `${note}\nadd_header Content-Security-Policy "${policy}" always;\n`,
    'policy.caddy': `${note}\nheader @site Content-Security-Policy "${policy}"\n`,
  };
}
