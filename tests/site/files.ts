/** Files to choose, as Playwright takes them. */
import { mkdtemp, rm, truncate, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A file in memory. */
export interface Content {
  name: string;
  mimeType: string;
  buffer: Buffer;
}

/** A real picture of one pixel. */
const pixel =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGNgYPj/HwADAgH/eL9G5gAAAABJRU5ErkJggg==';

export const picture = (name: string): Content => ({
  name,
  mimeType: 'image/png',
  buffer: Buffer.from(pixel, 'base64'),
});

/** Begins as a picture does, and cannot be drawn. */
export const brokenPicture = (name: string): Content => ({
  ...picture(name),
  buffer: picture(name).buffer.subarray(0, 40),
});

export const pdf = (name: string): Content => ({
  name,
  mimeType: 'application/pdf',
  buffer: Buffer.from('%PDF-1.4\n%%EOF\n'),
});

/**
 * The same file with padding that no reader looks at. Kept on disk until the test ends: in memory, megabytes take seconds.
 * @param size in bytes
 * @returns its path
 */
export async function padded({ name, buffer }: Content, size: number): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'padded-'));
  onTestFinished(() => rm(folder, { recursive: true }));
  const path = join(folder, name);
  await writeFile(path, buffer);
  await truncate(path, size);
  return path;
}
