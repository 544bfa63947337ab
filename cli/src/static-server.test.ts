import { mkdir, writeFile } from 'node:fs/promises';
import { request } from 'node:http';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { serveStatic } from './static-server.ts';
import { folderWith } from './testing/folder.ts';

let url = '';

beforeEach(async () => {
  const outside = await folderWith({ 'secret.txt': 'secret' });
  const folder = join(outside, 'site');
  await mkdir(join(folder, 'assets'), { recursive: true });
  await mkdir(join(folder, 'about'));
  await writeFile(join(folder, 'index.html'), 'home');
  await writeFile(join(folder, 'about/index.html'), 'about');
  await writeFile(join(folder, 'assets/app-1a2b.js'), 'script');
  const generated = { '/config.json': () => ({ made: true }) };
  const server = await serveStatic({ folder, port: 0, generated });
  onTestFinished(server.close);
  url = server.url;
});

/** As raw as a path can be sent: `fetch` would tidy it up first. */
async function get(path: string, method = 'GET') {
  const { hostname, port } = new URL(url);
  const answer = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    request({ hostname, port, path, method, agent: false }, resolve).on('error', reject).end();
  });
  return { status: answer.statusCode, headers: answer.headers, body: await text(answer) };
}

test('files are served with their type; those under /assets/ may be kept for good', async () => {
  expect(await get('/')).toMatchObject({
    status: 200,
    body: 'home',
    headers: { 'content-type': 'text/html; charset=utf-8', 'cache-control': 'no-cache' },
  });
  expect(await get('/assets/app-1a2b.js?x=1')).toMatchObject({
    body: 'script',
    headers: {
      'content-type': 'text/javascript; charset=utf-8',
      'cache-control': 'public, max-age=31536000, immutable',
    },
  });
});

test('a folder answers its own page, any other path without an extension the app', async () => {
  expect(await get('/about')).toMatchObject({ status: 200, body: 'about' });
  expect(await get('/applicant/take_exam')).toMatchObject({ status: 200, body: 'home' });
  expect(await get('/missing.png')).toMatchObject({ status: 404 });
});

test('generated JSON is answered in place of a file', async () => {
  expect(await get('/config.json')).toMatchObject({ status: 200, body: '{"made":true}' });
});

test.each(['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/assets/../../secret.txt'])(
  'nothing outside the folder is served: %s',
  async (path) => {
    const { status, body } = await get(path);
    expect(status).toBe(404);
    expect(body).not.toContain('secret');
  },
);

test('what makes no sense is refused, and HEAD answers without a body', async () => {
  expect((await get('/%zz')).status).toBe(400);
  expect((await get('/%00')).status).toBe(400);
  expect(await get('/', 'POST')).toMatchObject({ status: 405, headers: { allow: 'GET, HEAD' } });
  expect(await get('/', 'HEAD')).toMatchObject({
    status: 200,
    body: '',
    headers: { 'content-length': '4' },
  });
});
