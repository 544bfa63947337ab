/** The SDK in a real Chromium, against the mock on another origin. */
import { createServer } from 'node:http';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import type { Page } from 'playwright-core';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Listening, listen } from '../../cli/src/core/server-ports.ts';
import { getSharedBrowser } from '../support/servers.ts';

type Sdk = typeof import('@one-planet/sdk');
declare const sdk: Sdk;

let page: Page;
let mock: Awaited<ReturnType<typeof serve>>;
let site: Listening;
const pageErrors: string[] = [];

beforeAll(async () => {
  const script = await bundleSdk();
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
  mock = await serve(await createBackend({ siteOrigin: site.url }));
  page = await (await getSharedBrowser()).newPage();
  page.on('pageerror', (error) => pageErrors.push(String(error)));
  await page.goto(site.url);
});

afterAll(async () => {
  await page?.context().close();
  await site?.close();
  await mock?.close();
});

async function bundleSdk(): Promise<string> {
  const build = await rolldown({
    input: new URL('../../sdk/src/index.ts', import.meta.url).pathname,
    platform: 'browser',
    resolve: { conditionNames: ['@one-planet/source', 'browser', 'import', 'default'] },
  });
  const { output } = await build.generate({ format: 'iife', name: 'sdk', codeSplitting: false });
  return output[0].code;
}

test('a page of another origin can call the API, and reads successes and refusals', async () => {
  const statuses = await page.evaluate(async (baseUrl) => {
    const client = sdk.createClient({ baseUrl, validate: 'strict' });
    const programsResponse = await client.programs.list();
    const loginResponse = await client.auth.login({
      body: { email: 'nobody@example.com', password: 'x' },
    });
    return { programs: programsResponse.status, login: loginResponse.status };
  }, mock.url);
  expect(statuses).toEqual({ programs: 200, login: 404 });
});

test('an upload reports its progress and ends with a response of the contract', async () => {
  const result = await page.evaluate(async (baseUrl) => {
    const client = sdk.createClient({ baseUrl });
    const progressEvents: { sent: number; total: number }[] = [];
    const file = new File([new Uint8Array(300_000)], 'big.png', { type: 'image/png' });
    const response = await client.files.upload({
      body: { file },
      onProgress: (progress) => progressEvents.push(progress),
    });
    return { status: response.status, last: progressEvents.at(-1) };
  }, mock.url);
  expect(result.status).toBe(401);
  expect(result.last?.sent).toBe(result.last?.total);
  expect(result.last?.total).toBeGreaterThan(300_000);
});

test('an upload can be aborted', async () => {
  const name = await page.evaluate(async (baseUrl) => {
    const client = sdk.createClient({ baseUrl });
    const controller = new AbortController();
    const file = new File([new Uint8Array(3_000_000)], 'big.png');
    const uploadPromise = client.files.upload({
      body: { file },
      onProgress: () => controller.abort(),
      signal: controller.signal,
    });
    return uploadPromise.then(
      () => 'answered',
      (error) => error.name,
    );
  }, mock.url);
  expect(name).toBe('AbortedError');
});

test('an unreachable server causes a typed error, and no rejection is unhandled', async () => {
  const error = await page.evaluate(async () => {
    const client = sdk.createClient({ baseUrl: 'http://127.0.0.1:1', retry: { attempts: 1 } });
    const thrown = await client.programs.list().catch((error) => error);
    return { name: thrown.name, operation: thrown.operation };
  });
  expect(error).toEqual({ name: 'ConnectionError', operation: 'programs.list' });
  expect(pageErrors).toEqual([]);
});
