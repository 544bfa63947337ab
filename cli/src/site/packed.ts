/**
 * The built site in one compressed file: 0.4 MB instead of 17, because its pages repeat each other and servers
 * compress by themselves.
 */
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative, sep } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, brotliDecompress, constants } from 'node:zlib';

/** Paths below the site's folder, with slashes, and the bytes of each file as Latin-1 characters. */
type Packed = Record<string, string>;

/**
 * Packs a built site, without the copies that were compressed for servers.
 * @returns how many bytes the file has
 */
export async function writePackedSite(folder: string, file: string): Promise<number> {
  const packed: Packed = {};
  const found = await readdir(folder, { recursive: true, withFileTypes: true });
  for (const entry of found) {
    if (!entry.isFile() || /\.(gz|br)$/.test(entry.name)) continue;
    const path = join(entry.parentPath, entry.name);
    packed[relative(folder, path).split(sep).join('/')] = await readFile(path, 'latin1');
  }
  const text = Buffer.from(JSON.stringify(packed), 'latin1');
  const { BROTLI_PARAM_LGWIN, BROTLI_PARAM_QUALITY, BROTLI_PARAM_SIZE_HINT } = constants;
  const bytes = await promisify(brotliCompress)(text, {
    params: {
      // As far back as it goes: the pages of one language come megabytes after those of another.
      [BROTLI_PARAM_LGWIN]: 24,
      [BROTLI_PARAM_QUALITY]: 9,
      [BROTLI_PARAM_SIZE_HINT]: text.length,
    },
  });
  await writeFile(file, bytes);
  return bytes.length;
}

/** Unpacks a site into a temporary folder. @returns the folder, and what removes it */
export async function unpackSite(
  file: string,
): Promise<{ folder: string; remove: () => Promise<void> }> {
  const text = await promisify(brotliDecompress)(await readFile(file));
  const packed: Packed = JSON.parse(text.toString('latin1'));
  const folder = await mkdtemp(join(tmpdir(), 'admissions-site-'));
  for (const [path, content] of Object.entries(packed)) {
    const target = join(folder, path);
    await mkdir(dirname(target), { recursive: true });
    await writeFile(target, content, 'latin1');
  }
  return { folder, remove: () => rm(folder, { recursive: true, force: true }) };
}
