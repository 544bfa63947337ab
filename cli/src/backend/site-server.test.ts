import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { brotliCompressSync, brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { folderWith } from '../testing/support.ts';
import { chooseEncoding, createCompressor, serveStatic } from './site-server.ts';

const script = 'console.log("One Planet College");\n'.repeat(100);
const picture = Buffer.alloc(2000, 7);
let folder = '';
let url = '';

beforeEach(async () => {
  const outside = await folderWith({ 'secret.txt': 'secret' });
  folder = join(outside, 'site');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await mkdir(join(folder, 'about'));
  await writeFile(join(folder, 'index.html'), 'home');
  await writeFile(join(folder, 'shell.html'), 'shell');
  await writeFile(join(folder, 'about/index.html'), 'about');
  await mkdir(join(folder, 'am'));
  await writeFile(join(folder, 'am/shell.html'), 'shell in Amharic');
  await writeFile(join(folder, 'assets/app-1a2b.js'), script);
  await writeFile(join(folder, 'script.js'), script);
  await writeFile(join(folder, 'picture.png'), picture);
  const generated = { '/config.json': () => ({ made: true }) };
  const headers = () => ({ 'x-frame-options': 'DENY' });
  const server = await serveStatic({ folder, port: 0, generated, headers });
  onTestFinished(server.close);
  url = server.url;
});

/** As raw as a path can be sent: `fetch` would tidy it up first. */
async function get(path: string, { method = 'GET', ...headers }: Record<string, string> = {}) {
  const { hostname, port } = new URL(url);
  const options = { hostname, port, path, method, headers, agent: false };
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request(options, resolve).on('error', reject).end();
  });
  const bytes = await buffer(answer);
  return { status: answer.statusCode, headers: answer.headers, bytes, body: bytes.toString() };
}

test('files are served with their type; those under /assets/ may be kept for good', async () => {
  expect(await get('/')).toMatchObject({
    status: 200,
    body: 'home',
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
  });
  expect(await get('/assets/app-1a2b.js?x=1')).toMatchObject({
    body: script,
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  });
  expect((await get('/picture.png', { 'accept-encoding': 'br' })).bytes).toEqual(picture);
});

test('the frame is index.html where there is no shell.html', async () => {
  const folder = await folderWith({ 'index.html': 'home' });
  const server = await serveStatic({ folder, port: 0 });
  onTestFinished(server.close);
  expect(await (await fetch(`${server.url}/login`)).text()).toBe('home');
});

test('generated JSON is answered in place of a file', async () => {
  expect(await get('/config.json')).toMatchObject({ status: 200, body: '{"made":true}' });
});

test('a text is compressed as the client takes it, and HEAD says the same', async () => {
  const unpack = { br: brotliDecompressSync, gzip: gunzipSync };
  for (const encoding of ['br', 'gzip'] as const) {
    const asked = { 'accept-encoding': encoding };
    const { bytes, headers } = await get('/assets/app-1a2b.js', asked);
    expect(unpack[encoding](bytes).toString()).toBe(script);
    expect(headers).toMatchObject({
      'content-encoding': encoding,
      'content-length': String(bytes.length),
      vary: 'Accept-Encoding',
    });
    const head = await get('/assets/app-1a2b.js', { ...asked, method: 'HEAD' });
    expect(head.body).toBe('');
    expect(head.headers).toEqual({ ...headers, date: expect.any(String) });
  }
  const plain = await get('/script.js');
  expect(plain.headers).toMatchObject({ vary: 'Accept-Encoding' });
  expect(plain.headers).not.toHaveProperty('content-encoding');
});

test('short texts and pictures are sent as they are', async () => {
  for (const path of ['/', '/picture.png']) {
    const { headers } = await get(path, { 'accept-encoding': 'gzip, br' });
    expect(headers).not.toHaveProperty('content-encoding');
    expect(headers).not.toHaveProperty('vary');
  }
});

test.each(['/', '/script.js', '/picture.png', '/config.json'])(
  'a client that has the content gets no body: %s',
  async (path) => {
    const asked = { 'accept-encoding': 'br' };
    const { etag = '' } = (await get(path, asked)).headers;
    const same = await get(path, { ...asked, 'if-none-match': `"other", W/${etag}` });
    expect(same).toMatchObject({ status: 304, body: '', headers: { etag } });
    expect(same.headers).toMatchObject({ 'cache-control': 'no-cache', 'x-frame-options': 'DENY' });
    expect((await get(path, { ...asked, 'if-none-match': '"other"' })).status).toBe(200);
  },
);

test('what the builder compressed is sent under /assets/, and elsewhere it may be of an older text', async () => {
  const asked = { 'accept-encoding': 'br' };
  const older = brotliCompressSync('older');
  await writeFile(join(folder, 'assets/app-1a2b.js.br'), older);
  await writeFile(join(folder, 'script.js.br'), older);
  expect(await get('/assets/app-1a2b.js', asked)).toMatchObject({
    bytes: older,
    headers: { 'content-encoding': 'br', 'content-length': String(older.length) },
  });
  expect(brotliDecompressSync((await get('/script.js', asked)).bytes).toString()).toBe(script);
});

test('each encoding has a tag of its own, and files that never change need none', async () => {
  const packed = (await get('/script.js', { 'accept-encoding': 'gzip' })).headers.etag;
  expect((await get('/script.js')).headers.etag).not.toBe(packed);
  expect((await get('/assets/app-1a2b.js')).headers).not.toHaveProperty('etag');
});

test.each(['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/assets/../../secret.txt'])(
  'nothing outside the folder is served: %s',
  async (path) => {
    const { status, body } = await get(path);
    expect(status).toBe(404);
    expect(body).not.toContain('secret');
  },
);

test('what makes no sense is refused, with the headers of every answer', async () => {
  const headers = { 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' };
  expect(await get('/%zz')).toMatchObject({ status: 400, headers });
  expect(await get('/%00')).toMatchObject({ status: 400, headers });
  expect(await get('/missing.png')).toMatchObject({ status: 404, headers });
  expect(await get('/', { method: 'POST' })).toMatchObject({
    status: 405,
    headers: { ...headers, allow: 'GET, HEAD' },
  });
});

test.each([
  ['gzip, deflate, br, zstd', 'br'],
  ['GZIP;Q=1.0', 'gzip'],
  ['br;q=0.000, gzip;q=0.5', 'gzip'],
  ['gzip;q=0', undefined],
  ['identity', undefined],
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
