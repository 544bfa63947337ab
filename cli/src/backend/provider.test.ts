import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  makeFolderWith,
  request,
  runCli,
  runWithConfig,
  serveAndRecord,
  serveMock,
  signal,
  stubEnv,
} from '../testing/support.ts';
import { createProvider } from './provider.ts';

const access = { request };

/** A page that would do something if its address were opened, or its form sent. */
const serveOtherSystem = () =>
  serveAndRecord(() => ({
    contentType: 'text/html',
    body: '<form action="/admin/delete?confirm=1"><button>Pay</button></form>',
  }));

describe('the provider of the mock', () => {
  test('opens nothing but the payment pages of the target', async () => {
    const other = await serveOtherSystem();
    const { pay } = createProvider(
      { provider: { use: 'mock' }, folder: '' },
      { origin: other.url, access },
    );
    const { host } = new URL(other.url);
    for (const address of [
      `${other.url}/admin/delete?confirm=1`,
      `${other.url}/_mock/pay/../../admin/delete`,
      `${other.url}/_mock/pay/%2e%2e/%2e%2e/admin/delete`,
      `${other.url}@evil.example/_mock/pay/x`,
      `http://user@${host}/_mock/pay/x`,
      `https://${host}/_mock/pay/x`,
      '/_mock/pay/x',
      'file:///etc/passwd',
      'not an address',
    ])
      await expect(pay(address, signal)).rejects.toThrow('is not that of a mock');
    expect(other.requests).toEqual([]);
  });

  test('sends no form that leads out of them', async () => {
    const other = await serveOtherSystem();
    const { pay } = createProvider(
      { provider: { use: 'mock' }, folder: '' },
      { origin: other.url, access },
    );
    await expect(pay(`${other.url}/_mock/pay/x/1`, signal)).rejects.toThrow('not that of a mock');
    expect(other.requests.map(({ method, path }) => [method, path])).toEqual([
      ['GET', '/_mock/pay/x/1'],
    ]);
  });

  test.for([
    ['journey', '--pay', 'arifpay'],
    ['smoke', '--pay', 'arifpay'],
    ['load', '--applicants', '2', '--pay', 'arifpay'],
    ['check', '--only', 'payments.*'],
  ])('reaches no other server in %j', async (commandLine) => {
    const other = await serveOtherSystem();
    const target = await serveMock({}, ({ fetch }) => ({
      fetch: async (sentRequest) => {
        const response = await fetch(sentRequest);
        if (!new URL(sentRequest.url).pathname.includes('pay')) return response;
        const text = await response.text();
        const redirect = JSON.stringify(`${other.url}/admin/delete?confirm=1`);
        return new Response(text.replace(/"redirect":"[^"]*"/, `"redirect":${redirect}`), {
          status: response.status,
          headers: response.headers,
        });
      },
    }));
    const { stdout, stderr } = await runCli(...commandLine, '--target', target);
    expect(stdout + stderr).not.toMatch(/^error:/m);
    expect(other.requests).toEqual([]);
  });
});

describe('the command that pays', () => {
  const makePayingFolder = () =>
    makeFolderWith({
      'pay.mjs': `import { writeFileSync } from 'node:fs';
        writeFileSync('got.json', JSON.stringify([process.argv.at(-1), process.env]));`,
    });
  const command = [process.execPath, 'pay.mjs'];

  test('gets an address with https in its usual spelling, and no secrets of others', async () => {
    stubEnv({ OTHERS_SECRET: 'x', USUAL: 'y' });
    const folder = await makePayingFolder();
    const { pay } = createProvider(
      { provider: { use: 'command', command }, folder, secretVariables: ['OTHERS_SECRET'] },
      { origin: 'http://127.0.0.1:1', access },
    );
    await pay('HTTPS://Checkout.example/a b/"$(id)\n', signal);
    const [address, environment] = JSON.parse(await readFile(join(folder, 'got.json'), 'utf8'));
    expect(address).toBe('https://checkout.example/a%20b/%22$(id)');
    expect(environment).toMatchObject({ USUAL: 'y' });
    expect(environment).not.toHaveProperty('OTHERS_SECRET');
  });

  test.for([
    ['http://checkout.example/', undefined],
    ['http://127.evil.example/', undefined],
    ['javascript:alert(1)', undefined],
    ['https://evil.example/', ['https://checkout.example']],
    ['https://checkout.example.evil.example/', ['https://checkout.example']],
    ['https://checkout.example@evil.example/', ['https://checkout.example']],
  ] as [string, string[] | undefined][])('is not run for %j', async ([address, origins]) => {
    const folder = await makePayingFolder();
    const { pay } = createProvider(
      { provider: { use: 'command', command, ...(origins && { origins }) }, folder },
      { origin: 'http://127.0.0.1:1', access },
    );
    await expect(pay(address, signal)).rejects.toThrow('it was not opened');
    await expect(stat(join(folder, 'got.json'))).rejects.toThrow();
  });
});

test('programs of the settings get no variable that the settings name as a secret of others', async () => {
  stubEnv({
    GATEWAY_KEY: 'gateway-key-1',
    ADMISSIONS_BASIC_PASSWORD: 'basic-password-1',
    STAFF_TOKEN: 'staff-token-1',
    USUAL: 'usual',
  });
  const target = await serveMock();
  const mailScript = `import { appendFileSync } from 'node:fs';
    appendFileSync('environments', JSON.stringify(process.env) + '\\n');`;
  const { folder } = await runWithConfig(
    {
      target,
      mailbox: { use: 'command', command: [process.execPath, 'mail.mjs'] },
      connection: {
        headers: { 'x-gateway-key': '{env:GATEWAY_KEY}' },
        basicAuth: { user: 'qa' },
      },
      staff: {
        use: 'http',
        requests: { verify: { url: target, headers: { a: 'Bearer {env:STAFF_TOKEN}' } } },
      },
      cleanUp: { use: 'command', command: [process.execPath, 'mail.mjs'] },
    },
    ['journey'],
    { 'mail.mjs': mailScript },
  );
  const environments = (await readFile(join(folder, 'environments'), 'utf8')).trim().split('\n');
  expect(environments).toHaveLength(2);
  for (const environment of environments) {
    expect(environment).toContain('"USUAL":"usual"');
    expect(environment).not.toMatch(/gateway-key-1|basic-password-1|staff-token-1/);
  }
});

test('reports and run files can be read by their owner alone', async () => {
  const folder = await makeFolderWith({});
  const target = await serveMock();
  const path = (name: string) => join(folder, name);
  await runCli(
    'smoke',
    '--target',
    target,
    '--save',
    path('run.json'),
    '--last-good',
    path('good'),
    '--report',
    `html=${path('a.html')}`,
    '--report',
    `json=${path('a.json')}`,
  );
  await runCli(
    'journey',
    '--target',
    target,
    '--json',
    '--output',
    path('journey.json'),
    '--until',
    'log-in',
  );
  await runCli(
    'load',
    '--target',
    target,
    '--applicants',
    '1',
    '--report',
    `html=${path('load.html')}`,
  );
  for (const name of ['run.json', 'good', 'a.html', 'a.json', 'journey.json', 'load.html'])
    expect((await stat(path(name))).mode & 0o777, name).toBe(0o600);
});
