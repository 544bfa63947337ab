import type { RequestListener } from 'node:http';
import { expect, test } from 'vitest';
import {
  makeClosedAddress,
  runCli,
  runLine,
  runWithConfig,
  serveMock,
  serveTest,
  stubEnv,
} from './testing/support.ts';

test.each([['--help'], ['help'], ['-h']])(
  '%s prints the commands, examples and exit codes',
  async (helpArgument) => {
    const { code, stdout, stderr } = await runCli(helpArgument);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    for (const helpPart of ['journey ', 'doctor ', 'Examples:', 'Exit codes: 0 done']) {
      expect(stdout).toContain(helpPart);
    }
  },
);

test.each(['journey', 'doctor', 'openapi', 'mock', 'demo'])(
  'help %s prints what its own --help does, with examples',
  async (name) => {
    const { code, stdout } = await runCli('help', name);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: admissions ${name}`);
    expect(stdout).toContain('Examples:');
    expect((await runCli(name, '--help')).stdout).toBe(stdout);
  },
);

test('the version is printed', async () => {
  expect(await runCli('--version')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
});

test('colours are used where they are asked for, and not where NO_COLOR is set', async () => {
  stubEnv({ FORCE_COLOR: '1' });
  expect((await runCli('doctor')).stdout).toContain('\u001b[');
  stubEnv({ NO_COLOR: '1' });
  expect((await runCli('doctor')).stdout).not.toContain('\u001b[');
});

test.each([
  ['check --operation auth.login', 'is not reached (ECONNREFUSED)'],
  ['detect', 'is not reached (ECONNREFUSED)'],
])(
  'a backend that is not reached is reported, with exit code 3: %s',
  async (line, expectedMessage) => {
    const { code, stdout, stderr } = await runLine(`${line} --target ${await makeClosedAddress()}`);
    expect([code, stdout + stderr]).toEqual([3, expect.stringContaining(expectedMessage)]);
  },
);

const loginPage = '<!doctype html><title>Hotel Wi-Fi\n login</title><p>Welcome';
const substitutes: [string, RequestListener, RegExp][] = [
  ['a login page', (_, response) => response.end(loginPage), /only pages .*"Hotel Wi-Fi login"/],
  ['a script', (_, response) => response.end('<script>location="/"</script>'), /only pages/],
  [
    'the website',
    ({ method }, response) =>
      response
        .writeHead(method === 'GET' ? 200 : 405, { 'content-type': 'text/html' })
        .end('<html><title>College</title></html>'),
    /only pages .*"College"/,
  ],
  [
    'a redirect to another host',
    (_, response) => response.writeHead(302, { location: 'http://login.example/?u=1' }).end(),
    /redirected to http:\/\/login\.example/,
  ],
];

test.for(
  substitutes.flatMap(([name, listener, pattern]) =>
    ['check', 'journey', 'smoke', 'doctor'].map(
      (command) => [command, name, listener, pattern] as const,
    ),
  ),
)(
  '%s of %s has not reached the backend, and says what answers',
  async ([command, , listener, pattern]) => {
    let requestCount = 0;
    const target = await serveTest((request, response) => {
      requestCount += 1;
      listener(request, response);
    });
    const { code, stdout } = await runCli(command, '--target', target);
    expect([code, stdout.replace(/\s+/g, ' ')]).toEqual([3, expect.stringMatching(pattern)]);
    expect(requestCount).toBeLessThan(40);
  },
);

test('a backend that answers 503 to everything ends a check after its first operations', async () => {
  let requestCount = 0;
  const target = await serveTest((_, response) => {
    requestCount += 1;
    response.writeHead(503).end('<h1>Service Unavailable</h1>');
  });
  const { code, stdout } = await runCli('check', '--target', target);
  expect([code, stdout]).toEqual([3, expect.stringMatching(/is not reached: only status 503/)]);
  expect(requestCount).toBeLessThan(60);
});

test.for(['journey', 'smoke', 'check --operation applicants.register'])(
  'a backend of which one operation answers with pages is judged by its contract: %s',
  async (line) => {
    const target = await serveMock({}, ({ fetch }) => ({
      fetch: async (request) =>
        request.url.includes('/public/apply')
          ? new Response(loginPage, { status: 500 })
          : fetch(request),
    }));
    expect((await runCli(...line.split(' '), '--target', target)).code).toBe(1);
  },
);

test.each([['doctor'], ['detect', '--register']])(
  'what a gateway repeats of the own headers is hidden: %s',
  async (...commandWords) => {
    stubEnv({ GATEWAY_KEY: 'key-of-the-gateway' });
    for (const status of [403, 500]) {
      const target = await serveTest(({ url = '', headers }, response) => {
        if (url.startsWith('/_mock/')) response.end('[]');
        else response.writeHead(status).end(JSON.stringify({ message: `got ${headers['x-key']}` }));
      });
      const connectionSettings = { headers: { 'X-Key': '{env:GATEWAY_KEY}' } };
      const { stdout, stderr } = await runWithConfig(
        { target, connection: connectionSettings },
        commandWords,
      );
      if (status === 403) expect(stdout + stderr).toContain('[hidden]');
      expect(stdout + stderr).not.toContain('key-of-the-gateway');
    }
  },
);
