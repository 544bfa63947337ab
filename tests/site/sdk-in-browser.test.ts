/** The SDK in a real Chromium, against the mock on another origin. */
import { createServer } from 'node:http';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import type { Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listening, listen } from '../../cli/src/core/server-ports.ts';
import { sharedBrowser } from '../support/servers.ts';

type Sdk = typeof import('@one-planet/sdk');
declare const sdk: Sdk;

let page: Page;
let mock: Awaited<ReturnType<typeof serve>>;
let site: Listening;
const complaints: string[] = [];

beforeAll(async () => {
  mock = await serve(await createBackend());
  const script = await bundle();
  const server = createServer((request, response) => {
    const isScript = request.url === '/sdk.js';
    response.setHeader('content-type', isScript ? 'text/javascript' : 'text/html');
    response.end(
      isScript
        ? script
        : '<!doctype html><title>SDK</title><link rel="icon" href="data:,"><script src="/sdk.js"></script>',
    );
  });
  site = await listen(server, 0);
  page = await (await sharedBrowser()).newPage();
  page.on('pageerror', (error) => complaints.push(String(error)));
  await page.goto(site.url);
});

afterAll(async () => {
  await page?.context().close();
  await site?.close();
  await mock?.close();
});

async function bundle(): Promise<string> {
  const build = await rolldown({
    input: new URL('../../sdk/src/index.ts', import.meta.url).pathname,
    platform: 'browser',
    resolve: { conditionNames: ['@one-planet/source', 'browser', 'import', 'default'] },
  });
  const { output } = await build.generate({ format: 'iife', name: 'sdk', codeSplitting: false });
  return output[0].code;
}

test('a page of another origin calls, is refused, and reads bytes back', async () => {
  const seen = await page.evaluate(async (baseUrl) => {
    const client = sdk.createClient({ baseUrl, validate: 'strict' });
    const programs = await client.programs.list();
    const login = await client.auth.login({ body: { email: 'nobody@example.com', password: 'x' } });
    return { programs: programs.status, login: login.status };
  }, mock.url);
  expect(seen).toEqual({ programs: 200, login: 404 });
});

test('an upload reports its progress and ends in the answer of the contract', async () => {
  const seen = await page.evaluate(async (baseUrl) => {
    const client = sdk.createClient({ baseUrl });
    const steps: { sent: number; total: number }[] = [];
    const file = new File([new Uint8Array(300_000)], 'big.png', { type: 'image/png' });
    const answer = await client.files.upload({
      body: { file },
      onProgress: (step) => steps.push(step),
    });
    return { status: answer.status, last: steps.at(-1) };
  }, mock.url);
  expect(seen.status).toBe(401);
  expect(seen.last?.sent).toBe(seen.last?.total);
  expect(seen.last?.total).toBeGreaterThan(300_000);
});

test('an upload can be aborted', async () => {
  const name = await page.evaluate(async (baseUrl) => {
    const client = sdk.createClient({ baseUrl });
    const controller = new AbortController();
    const file = new File([new Uint8Array(3_000_000)], 'big.png');
    const call = client.files.upload({
      body: { file },
      onProgress: () => controller.abort(),
      fetchOptions: { signal: controller.signal },
    });
    return call.then(
      () => 'answered',
      (error) => error.name,
    );
  }, mock.url);
  expect(name).toBe('AbortedError');
});

test('a server that is not there is a typed error, and nothing goes unhandled', async () => {
  const seen = await page.evaluate(async () => {
    const client = sdk.createClient({ baseUrl: 'http://127.0.0.1:1', retry: { attempts: 1 } });
    const refused = await client.programs.list().catch((error) => error);
    return { name: refused.name, operation: refused.operation };
  });
  expect(seen).toEqual({ name: 'ConnectionError', operation: 'programs.list' });
  expect(complaints).toEqual([]);
});
