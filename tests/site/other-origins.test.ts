/** The mock on a developer's machine, and the web pages that are open in her browser meanwhile. */
import { createServer, request as sendRequest } from 'node:http';
import { text } from 'node:stream/consumers';
import { applicantsForEveryState, createBackend, precreatedEmail } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import type { Page } from 'playwright-core';
import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../cli/src/core/server-ports.ts';
import { getSharedBrowser } from '../support/servers.ts';

const pageServer = () =>
  createServer((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end('<!doctype html><title>A page</title><link rel="icon" href="data:,">');
  });
const site = await listen(pageServer(), 0);
const stranger = await listen(pageServer(), 0);
const devServer = await listen(pageServer(), 0);
const backend = await createBackend({
  applicants: applicantsForEveryState,
  siteOrigin: site.url,
  allowedOrigins: [devServer.url],
});
const mock = await serve(backend);
const { port } = new URL(mock.url);

beforeEach(backend.reset);
afterAll(() => Promise.all([site, stranger, devServer, mock].map(({ close }) => close())));

async function openPage(address: string): Promise<Page> {
  const context = await (await getSharedBrowser()).newContext();
  onTestFinished(() => context.close());
  const page = await context.newPage();
  await page.goto(address);
  return page;
}

const readMock = async (path: string) => (await fetch(`${mock.url}/_mock/${path}`)).text();

/** Fetches an address in a page. @returns the status, or `blocked` where the page may not read the response */
const fetchInPage = (page: Page, address: string, init: RequestInit = {}) =>
  page.evaluate(
    ([url, requestInit]) =>
      fetch(url, requestInit).then(
        ({ status }) => status,
        () => 'blocked',
      ),
    [address, init] as const,
  );

const secretPaths = ['outbox.json', 'staff.json', 'exam-key.json', 'state.json', 'outbox', 'staff'];

test('a page of another origin reads nothing of the helper pages', async () => {
  const page = await openPage(stranger.url);
  for (const path of secretPaths) {
    expect([path, await fetchInPage(page, `${mock.url}/_mock/${path}`)]).toEqual([path, 'blocked']);
  }
  const preflightInit = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: '{}',
  };
  expect(await fetchInPage(page, `${mock.url}/_mock/reset`, preflightInit)).toBe('blocked');
});

test('not even the site itself reads the helper pages', async () => {
  const page = await openPage(site.url);
  expect(await fetchInPage(page, `${mock.url}/_mock/outbox.json`)).toBe('blocked');
});

const emailForm = new URLSearchParams({ email: precreatedEmail(5) }).toString();

/** Sends a request of the kind that needs no preflight, whose response the page may not read. */
const postInPage = (page: Page, path: string, contentType: string) =>
  fetchInPage(page, `${mock.url}/_mock/${path}`, {
    method: 'POST',
    mode: 'no-cors',
    headers: { 'content-type': contentType },
    body: emailForm,
  });

test('a page of another origin decides nothing', async () => {
  const page = await openPage(stranger.url);
  const staffBefore = await readMock('staff.json');
  for (const decision of ['verify', 'reject']) {
    await postInPage(page, `staff/${decision}`, 'application/x-www-form-urlencoded');
    expect(await readMock('staff.json')).toBe(staffBefore);
  }
});

test('a page of another origin does not reset the mock', async () => {
  const page = await openPage(stranger.url);
  const verifyInit = { method: 'POST', body: new URLSearchParams(emailForm) };
  await fetch(`${mock.url}/_mock/staff/verify`, verifyInit);
  const stateBefore = await readMock('state.json');
  await postInPage(page, 'reset', 'text/plain');
  expect(await readMock('state.json')).toBe(stateBefore);
});

test.each([
  ['a page of another origin', ''],
  ['a page that hides its origin', '<meta name="referrer" content="no-referrer">'],
])('a form of %s is refused', async (_case, headMarkup) => {
  const page = await openPage(stranger.url);
  const staffBefore = await readMock('staff.json');
  await page.setContent(
    `${headMarkup}<form method="post" action="${mock.url}/_mock/staff/verify"><input name="email" value="${precreatedEmail(5)}"><button>Go</button></form>`,
  );
  const responsePromise = page.waitForResponse('**/_mock/staff/verify');
  await page.getByRole('button').click();
  expect((await responsePromise).status()).toBe(403);
  expect(await readMock('staff.json')).toBe(staffBefore);
});

test('a page of another origin frames no helper page, and loads no receipt as its picture', async () => {
  const page = await openPage(stranger.url);
  const { payments } = JSON.parse(await readMock('staff.json'));
  const results = await page.evaluate(
    async ([frameUrl, pictureUrl]) => {
      const picture = new Image();
      const pictureEvent = new Promise<string>((resolve) => {
        picture.onload = () => resolve('loaded');
        picture.onerror = () => resolve('blocked');
      });
      picture.src = pictureUrl;
      const frame = document.createElement('iframe');
      const frameEvent = new Promise((resolve) => {
        frame.onload = resolve;
      });
      frame.src = frameUrl;
      document.body.append(frame);
      await frameEvent;
      return { picture: await pictureEvent };
    },
    [`${mock.url}/_mock/staff`, `${mock.url}${payments[0].receipt}`] as const,
  );
  expect(results).toEqual({ picture: 'blocked' });
  expect(page.frames()[1]?.url()).toMatch(/^chrome-error:/);
});

test('a name that leads to this machine is not the mock, for any path', async () => {
  // Every name below `localhost` leads to this machine, as a name of a stranger does after DNS rebinding.
  const strangeOrigin = `http://stranger.localhost:${port}`;
  const page = await openPage(`${strangeOrigin}/_mock/outbox`);
  for (const path of [
    ...secretPaths.map((path) => `/_mock/${path}`),
    '/api/contents/private',
    '/',
  ]) {
    expect([path, await fetchInPage(page, strangeOrigin + path)]).toEqual([path, 421]);
  }
  const resetInit = { method: 'POST' };
  expect(await fetchInPage(page, `${strangeOrigin}/_mock/reset`, resetInit)).toBe(421);
});

/** Requests the API by an own Host header. @returns the status */
async function requestWithHost(host: string): Promise<number | undefined> {
  const response = await new Promise<import('node:http').IncomingMessage>((resolve, reject) => {
    sendRequest(`${mock.url}/_mock/state.json`, { headers: { host } }, resolve)
      .on('error', reject)
      .end();
  });
  await text(response);
  return response.statusCode;
}

test.each([
  [`127.0.0.1:${port}`, 200],
  [`localhost:${port}`, 200],
  [`LOCALHOST:${port}`, 200],
  [`[::1]:${port}`, 200],
  ['localhost', 421],
  ['127.0.0.1:1', 421],
  [`localhost.:${port}`, 421],
  [`127.0.0.1.evil.example:${port}`, 421],
  [`evil.example:${port}`, 421],
  [`192.168.1.5:${port}`, 421],
  [`user@evil.example:${port}`, 400],
])('a request with the host %s is answered with %i', async (host, status) => {
  expect(await requestWithHost(host)).toBe(status);
});

test('the API can be called by pages of the site and of the allowed origins, by whichever name of this machine, and by no others', async () => {
  const apiUrl = `${mock.url}/api/contents/private`;
  const pageWithHeader = { headers: { authorization: 'Bearer x' } };
  for (const [origin, expected] of [
    [site.url, 200],
    [site.url.replace('127.0.0.1', 'localhost'), 200],
    [devServer.url, 200],
    [stranger.url, 'blocked'],
    ['about:blank', 'blocked'],
  ] as const) {
    const page = await openPage(origin);
    expect([origin, await fetchInPage(page, apiUrl)]).toEqual([origin, expected]);
    expect([origin, await fetchInPage(page, apiUrl, pageWithHeader)]).toEqual([
      origin,
      expected === 200 ? expect.any(Number) : 'blocked',
    ]);
  }
});

test("the mock's own pages keep their style and their buttons", async () => {
  const page = await openPage(`http://localhost:${port}/_mock/staff`);
  const violations: string[] = [];
  page.on('console', (message) => violations.push(message.text()));
  await page.getByRole('button', { name: 'Verify' }).click();
  await page.waitForURL('**/_mock/staff');
  expect(JSON.parse(await readMock('staff.json')).payments).toEqual([]);
  const color = await page
    .locator('button.main')
    .first()
    .evaluate((button) => getComputedStyle(button).borderRadius);
  expect(color).not.toBe('0px');
  await page.goto(`${mock.url}/_mock`);
  await page.getByRole('button', { name: 'Start again' }).click();
  await page.waitForURL('**/_mock');
  expect(JSON.parse(await readMock('staff.json')).payments).toHaveLength(1);
  expect(violations).toEqual([]);
});

test('a program without the headers of browsers uses the helper pages as before', async () => {
  const response = await fetch(`${mock.url}/_mock/staff/verify`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: precreatedEmail(5) }),
  });
  expect(response.status).toBe(200);
});
