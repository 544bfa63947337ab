import { readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, gzip } from 'node:zlib';

/** Compresses each text file ahead of time, harder than a server could while a visitor waits. */
export async function compressTexts(folder: string): Promise<void> {
  const all = await readdir(folder, { recursive: true });
  const texts = all.filter((name) => /\.(html|js|css|svg|json|xml|txt|webmanifest)$/.test(name));
  await Promise.all(texts.filter(isNeverEdited).map((name) => compress(join(folder, name))));
}

/** Settings are edited where they are hosted: what was compressed beside them would be of the old ones. */
function isNeverEdited(name: string): boolean {
  return !/^(config|content)\.json$/.test(name);
}

async function compress(file: string): Promise<void> {
  const text = await readFile(file);
  await writeFile(`${file}.br`, await promisify(brotliCompress)(text));
  await writeFile(`${file}.gz`, await promisify(gzip)(text, { level: 9 }));
}
