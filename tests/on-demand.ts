/** Packages that few need, and that weigh much: installed by the script or the test that uses them, once. */
import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';

const cache = fileURLToPath(new URL('../node_modules/.cache/on-demand/', import.meta.url));

/**
 * Installs packages outside of the project's own, unless they are there, and says so in one line.
 * @param specs e.g. `lighthouse@12.8.2`: exact versions, so that nobody gets another one
 * @returns the folder that has them in `node_modules`
 * @throws {Error} with what npm said
 */
export async function installOnDemand(...specs: string[]): Promise<string> {
  const folder = join(cache, specs.join('+').replace(/[^\w@.+-]/g, '-'));
  const done = join(folder, 'installed');
  if (existsSync(done)) return folder;
  process.stderr.write(`Installing, once: ${specs.join(' ')}\n`);
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'package.json'), '{"private":true,"type":"module"}');
  const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--save-exact', ...specs];
  await promisify(execFile)('npm', args, { cwd: folder, maxBuffer: 64 * 1024 * 1024 });
  await writeFile(done, '');
  return folder;
}

/** @returns what a module of a package in that folder exports */
export async function importFrom(folder: string, module: string): Promise<unknown> {
  const file = createRequire(join(folder, 'package.json')).resolve(module);
  return import(pathToFileURL(file).href);
}
