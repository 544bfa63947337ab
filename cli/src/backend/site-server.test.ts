import { once } from 'node:events';
import { rmSync, symlinkSync } from 'node:fs';
import { symlink } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { isAddressedHere } from '@one-planet/mocks/node';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeFolderWith } from '../testing/support.ts';
import { serveStatic } from './site-server.ts';

const scriptText = 'console.log("One Planet College");\n'.repeat(100);
const pictureBytes = Buffer.alloc(2000, 7);
let url = '';

beforeEach(async () => {
  const outsideFolder = await makeFolderWith({
    'secret.txt': 'secret',
    'site/index.html': 'home',
    'site/shell.html': 'shell',
    'site/about/index.html': 'about',
    'site/am/shell.html': 'shell in Amharic',
    'site/assets/app-1a2b.js': scriptText,
    'site/assets/app-1a2b.js.br': 'compressed with br',
    'site/assets/app-1a2b.js.gz': 'compressed with gzip',
    'site/script.js': scriptText,
    'site/picture.png': pictureBytes,
  });
  const folder = join(outsideFolder, 'site');
  const jsonMakers = { '/config.json': () => ({ made: true }) };
  const makeHeaders = () => ({ 'x-frame-options': 'DENY' });
  const server = await serveStatic({ folder, port: 0, jsonMakers, makeHeaders, isAddressedHere });
  onTestFinished(server.close);
  url = server.url;
});

/** As raw as a path can be sent: `fetch` would tidy it up first. */
async function requestPath(
  path: string,
  { method = 'GET', ...headers }: Record<string, string> = {},
) {
  const { hostname, port } = new URL(url);
  const requestOptions = { hostname, port, path, method, headers, agent: false };
  const serverResponse = await new Promise<import('node:http').IncomingMessage>(
    (resolve, reject) => {
      request(requestOptions, resolve).on('error', reject).end();
    },
  );
  const bytes = await buffer(serverResponse);
  return {
    status: serverResponse.statusCode,
    headers: serverResponse.headers,
    bytes,
    body: bytes.toString(),
  };
}

test('a name that leads to this machine is not the site', async () => {
  const { port } = new URL(url);
  expect(await requestPath('/', { host: `localhost:${port}` })).toMatchObject({ status: 200 });
  for (const host of [`stranger.localhost:${port}`, 'localhost', `college.example:${port}`])
    expect(await requestPath('/', { host })).toMatchObject({ status: 421 });
});

test('files are served with their type; those under /assets/ may be kept for good', async () => {
  expect(await requestPath('/')).toMatchObject({
    status: 200,
    body: 'home',
    headers: { 'content-type': 'text/html;charset=utf-8', 'cache-control': 'no-cache' },
  });
  expect(await requestPath('/assets/app-1a2b.js?x=1')).toMatchObject({
    body: scriptText,
    headers: {
      'content-type': 'text/javascript',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  });
  expect((await requestPath('/picture.png', { 'accept-encoding': 'br' })).bytes).toEqual(
    pictureBytes,
  );
});

test('the frame is index.html where there is no shell.html', async () => {
  const folder = await makeFolderWith({ 'index.html': 'home' });
  const server = await serveStatic({ folder, port: 0 });
  onTestFinished(server.close);
  expect(await (await fetch(`${server.url}/login`)).text()).toBe('home');
});

test('a request is answered from one build, also if the link leads to another one meanwhile', async () => {
  const folder = await makeFolderWith({
    'first/index.html': 'first',
    'second/index.html': 'second',
  });
  const link = join(folder, 'current');
  await symlink('first', link);
  const makeHeaders = () => {
    rmSync(link);
    symlinkSync('second', link);
    return {};
  };
  const server = await serveStatic({ folder: link, port: 0, makeHeaders });
  onTestFinished(server.close);
  expect(await (await fetch(server.url)).text()).toBe('first');
  expect(await (await fetch(server.url)).text()).toBe('second');
});

test('a file that cannot be opened ends its connection, and the server goes on', async () => {
  const folder = await makeFolderWith({ 'index.html': 'home' });
  // A socket can be found, and cannot be opened.
  const socketServer = createServer().listen(join(folder, 'socket.js'));
  await once(socketServer, 'listening');
  const server = await serveStatic({ folder, port: 0 });
  onTestFinished(async () => {
    socketServer.close();
    await server.close();
  });
  await expect(fetch(`${server.url}/socket.js`)).rejects.toThrow('fetch failed');
  expect(await (await fetch(server.url)).text()).toBe('home');
});

test('generated JSON is answered in place of a file', async () => {
  expect(await requestPath('/config.json')).toMatchObject({ status: 200, body: '{"made":true}' });
});

test('a text is sent as the builder compressed it and the client takes it', async () => {
  for (const encoding of ['br', 'gzip'] as const) {
    const { body, headers } = await requestPath('/assets/app-1a2b.js', {
      'accept-encoding': encoding,
    });
    expect(body).toBe(`compressed with ${encoding}`);
    expect(headers).toMatchObject({ 'content-encoding': encoding, vary: 'Accept-Encoding' });
  }
  expect((await requestPath('/assets/app-1a2b.js')).headers).not.toHaveProperty('content-encoding');
  expect((await requestPath('/script.js', { 'accept-encoding': 'br' })).body).toBe(scriptText);
});

test.each(['/script.js', '/config.json'])('a client that has %s gets no body', async (path) => {
  const { etag = '' } = (await requestPath(path)).headers;
  const revalidatedResponse = await requestPath(path, { 'if-none-match': etag });
  expect(revalidatedResponse).toMatchObject({
    status: 304,
    body: '',
    headers: { 'x-frame-options': 'DENY' },
  });
  expect((await requestPath(path, { 'if-none-match': '"other"' })).status).toBe(200);
});

test.each(['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/assets/../../secret.txt'])(
  'nothing outside the folder is served: %s',
  async (path) => {
    const { status, body } = await requestPath(path);
    expect(status).toBe(404);
    expect(body).not.toContain('secret');
  },
);

test.each([
  '//evil.example',
  '/am//evil.example',
  '/about//',
  '/\\evil.example',
  '/%5cevil.example',
  '/%5C%5cevil.example',
  '/am/%5c%5cevil.example',
  '/%E0%A4%A',
  '/%ff',
  '/%',
  'http://evil.example/about',
  '/unknown',
  '/receipt',
  '/receipt/type3/a',
  '/login?redirectUrl=//a',
  '/ሥነ',
  '/a%20b',
  '/a:b@c',
])('an address that no page has is answered with the frame, and 404: %s', async (path) => {
  const rawPath = encodeURI(path).replace(/%25/g, '%');
  const headers = { 'content-type': 'text/html; charset=utf-8', 'x-frame-options': 'DENY' };
  const body = path.startsWith('/am/') ? 'shell in Amharic' : 'shell';
  expect(await requestPath(rawPath)).toMatchObject({ status: 404, body, headers });
  expect(await requestPath(`${rawPath}?x=1`)).toMatchObject({ status: 404, body });
  expect(await requestPath(rawPath, { method: 'HEAD' })).toMatchObject({ status: 404, body: '' });
});

test.each([
  ['/receipt/type1/a%2Fb', 'shell'],
  ['/RECEIPT/type2/a', 'shell'],
  ['/admission/no-file-yet', 'shell'],
  ['/applicant/activate/a.b-c?x=1', 'shell'],
  ['/am/applicant/activate/a.b', 'shell in Amharic'],
])('a page that only the script can show is answered with the frame: %s', async (path, body) => {
  expect(await requestPath(path)).toMatchObject({ status: 200, body });
});

test('what makes no sense is refused, with the headers of every answer', async () => {
  const headers = { 'x-frame-options': 'DENY', 'x-content-type-options': 'nosniff' };
  for (const path of ['/%zz.png', '/%00.png'])
    expect(await requestPath(path)).toMatchObject({ status: 404, headers });
  expect(await requestPath('/missing.png')).toMatchObject({ status: 404, headers });
  expect(await requestPath('/', { method: 'POST' })).toMatchObject({
    status: 405,
    headers: { ...headers, allow: 'GET, HEAD' },
  });
});
