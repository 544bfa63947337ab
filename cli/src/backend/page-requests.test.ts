import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import { request, serveTest, signal } from '../testing/support.ts';
import { createMockHelpers } from './page-requests.ts';
import { findPayFormAction } from './provider.ts';

const payPageAddress = 'https://pay.example/one/two';
const findActionAddress = (pageHtml: string) => findPayFormAction(pageHtml, payPageAddress)?.href;

test('the form that says Pay is found among others', () => {
  const cancelForm = '<form action="/cancel"><button>Cancel</button></form>';
  const payForm = `<FORM method="post"\n action='../pay?a=1&amp;b=2'><button>Pay</button></FORM>`;
  expect(findActionAddress(`<p>Pay here</p>${cancelForm}${payForm}`)).toBe(
    'https://pay.example/pay?a=1&b=2',
  );
});

test('a page without one, or with one that leads nowhere, has none', () => {
  const invalidResponses = [
    '',
    'Pay',
    '<form>Pay</form>',
    '<form action="/x">Repay</form>',
    '<form action="https://[">Pay</form>',
    '<form action="/x',
  ];
  for (const invalidHtml of invalidResponses)
    expect(findActionAddress(invalidHtml)).toBeUndefined();
});

/** What the mock helpers make of a server that answers like this: the value, or the exit code and message of the error. */
async function requestFromMock(
  requestListener: RequestListener,
  timeoutMs = 10_000,
): Promise<unknown> {
  const requestMockPage = createMockHelpers(await serveTest(requestListener), {
    request,
    timeoutMs,
  });
  return requestMockPage('/_mock/outbox.json?to=a', { settingName: 'mailbox', signal }).catch(
    ({ exitCode, message }) => `${exitCode}: ${message}`,
  );
}

test('a refusal for too many requests is waited out', async () => {
  const statuses = [429, 429, 200];
  const listener: RequestListener = (_, response) =>
    response.writeHead(statuses.shift() ?? 500, { 'retry-after': '0' }).end('[1]');
  expect(await requestFromMock(listener)).toEqual([1]);
  expect(statuses).toEqual([]);
});

test('JSON is answered parsed', async () => {
  expect(await requestFromMock((_, response) => response.end('[1]'))).toEqual([1]);
});

const failingResponses: [string, RequestListener, RegExp][] = [
  ['an HTML page', (_, response) => response.end('<!doctype html>'), /^2: .*200 without JSON/],
  ['JSON that is cut off', (_, response) => response.end('[{"kind":'), /^2: .*200 without JSON/],
  ['404', (_, response) => response.writeHead(404).end('{}'), /^2: .*outbox.json answered 404\)/],
  [
    'a redirect',
    (_, response) => response.writeHead(302, { location: '/login' }).end(),
    /^2: .*302/,
  ],
  [
    'a refusal',
    (_, response) => response.writeHead(409).end('{"message":"too early"}'),
    /^1: the mock's mailbox refused: too early$/,
  ],
  ['503', (_, response) => response.writeHead(503).end(), /^3: .*not reached: status 503$/],
  [
    'a connection that breaks',
    (_, response) => {
      response.writeHead(200, { 'content-length': 99 });
      response.write('[', () => response.destroy());
    },
    /^3: .*the connection failed \(UND_ERR_SOCKET\)$/,
  ],
];
test.each(failingResponses)(
  '%s ends in words and an exit code',
  async (_way, requestListener, messagePattern) => {
    expect(await requestFromMock(requestListener)).toMatch(messagePattern);
  },
);

test('an answer that never ends is given up after the time limit', async () => {
  expect(await requestFromMock((_, response) => response.write('['), 100)).toMatch(
    /^3: .*no complete answer within 100 ms$/,
  );
});
