import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { serveTest } from '../process/testing/serve.ts';
import { createTransport } from './transport.ts';

test('an answer that comes compressed though nobody asked is unpacked', async () => {
  const url = await serveTest((_request, response) => {
    response.writeHead(201, { 'content-encoding': 'gzip', 'x-more': ['a', 'b'] });
    response.end(gzipSync('{"saved":true}'));
  });
  const { request, close } = createTransport();
  onTestFinished(close);
  const { signal } = new AbortController();
  const { status, headers, bytes } = await request(url, { method: 'GET', headers: {}, signal });
  expect([status, headers.get('x-more')]).toEqual([201, 'a, b']);
  expect(new TextDecoder().decode(bytes)).toBe('{"saved":true}');
});
