/** The list of the files of a build, with which a folder is compared before it is served (docs/hosting.md). */
import { createHash } from 'node:crypto';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { editableSiteFiles, siteFileListName } from '@one-planet/contract';

/** @returns the paths of all files in a folder and its subfolders */
export async function listFiles(folder: string): Promise<string[]> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .sort();
}

/** Writes the list with which the files of a build are compared before they are served. */
export async function writeFileList(folder: string): Promise<void> {
  const lines: string[] = [];
  for (const file of await listFiles(folder)) {
    const path = relative(folder, file).replaceAll('\\', '/');
    if ([siteFileListName, ...editableSiteFiles].includes(path)) continue;
    const hash = createHash('sha256').update(await readFile(file));
    lines.push(`${hash.digest('hex')}  ${path}\n`);
  }
  await writeFile(join(folder, siteFileListName), lines.join(''));
}
