/** The files the build leaves in `web/dist`, for any server. */
import { readdir, readFile } from 'node:fs/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';

const assets = new URL('../web/dist/assets/', import.meta.url);

test('every script and style stands there once more in brotli and in gzip', async () => {
  const names = (await readdir(assets)).filter((name) => /\.(js|css)$/.test(name));
  expect(names.length).toBeGreaterThan(10);
  for (const name of names) {
    const [text, br, gz] = await Promise.all(
      ['', '.br', '.gz'].map((ending) => readFile(new URL(name + ending, assets))),
    );
    expect(brotliDecompressSync(br as Buffer)).toEqual(text);
    expect(gunzipSync(gz as Buffer)).toEqual(text);
  }
});
