import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { chooseEncoding, createCompressor } from './encoding.ts';

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['gzip', 'gzip'],
  ['GZIP;Q=1.0', 'gzip'],
  ['br;q=0, gzip', 'gzip'],
  ['br;q=0.000, gzip;q=0.5', 'gzip'],
  ['br;q=0.2, gzip;q=0.8', 'gzip'],
  ['*', 'br'],
  ['br;q=0, *;q=0.1', 'gzip'],
  ['gzip;q=0.5, identity', undefined],
  ['gzip;q=0', undefined],
  ['*;q=0', undefined],
  ['br;q=nonsense', undefined],
  ['identity', undefined],
  ['', undefined],
  [undefined, undefined],
])('Accept-Encoding %j is answered with %s', (header, encoding) => {
  expect(chooseEncoding(header)).toBe(encoding);
});

test('a text is compressed once for each encoding', async () => {
  const compress = createCompressor();
  const text = Buffer.from('One Planet College. '.repeat(100));
  const packed = await compress(text, 'hash', 'br');
  expect(brotliDecompressSync(packed)).toEqual(text);
  expect(await compress(text, 'hash', 'br')).toBe(packed);
  expect(gunzipSync(await compress(text, 'hash', 'gzip'))).toEqual(text);
});
