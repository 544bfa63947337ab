import { expect, test } from 'vitest';
import {
  makeClosedAddress,
  runCli,
  runLine,
  runWithConfig,
  serveTest,
  stubEnv,
} from '../testing/support.ts';

test.each([['--help'], ['help'], ['-h']])(
  '%s prints the commands, examples and exit codes',
  async (helpArgument) => {
    const { code, stdout, stderr } = await runCli(helpArgument);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    for (const helpPart of ['journey ', 'call ', 'Examples:', 'Exit codes: 0 done']) {
      expect(stdout).toContain(helpPart);
    }
  },
);

test.each(['journey', 'call', 'openapi', 'mock', 'demo', 'config'])(
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
  expect((await runCli('call', '--list')).stdout).toContain('\u001b[');
  stubEnv({ NO_COLOR: '1' });
  expect((await runCli('call', '--list')).stdout).not.toContain('\u001b[');
});

test.each([
  ['call exams.create', 'refused the connection'],
  ['check --operation auth.login', 'is not reached (ECONNREFUSED)'],
  ['detect', 'is not reached (ECONNREFUSED)'],
])(
  'a backend that is not reached is reported, with exit code 3: %s',
  async (line, expectedMessage) => {
    const { code, stdout, stderr } = await runLine(`${line} --target ${await makeClosedAddress()}`);
    expect([code, stdout + stderr]).toEqual([3, expect.stringContaining(expectedMessage)]);
  },
);

test.each([['call', 'programs.list'], ['doctor'], ['detect', '--register']])(
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
