import { afterEach, expect, test, vi } from 'vitest';
import { runCli } from './testing/run-cli.ts';

afterEach(() => vi.unstubAllEnvs());

test('without a command the help is reported as an error', async () => {
  const { code, stdout, stderr } = await runCli();
  expect(code).toBe(2);
  expect(stdout).toBe('');
  expect(stderr).toContain('Usage: admissions <command>');
});

test.each([['--help'], ['help'], ['-h']])(
  '%s prints the commands, examples and exit codes',
  async (word) => {
    const { code, stdout, stderr } = await runCli(word);
    expect(code).toBe(0);
    expect(stderr).toBe('');
    for (const part of ['journey ', 'operations ', 'Examples:', 'Exit codes: 0 done']) {
      expect(stdout).toContain(part);
    }
  },
);

test.each(['journey', 'call', 'operations', 'openapi', 'mock', 'demo', 'config'])(
  'help %s prints what its own --help does, with examples',
  async (name) => {
    const { code, stdout } = await runCli('help', name);
    expect(code).toBe(0);
    expect(stdout).toContain(`Usage: admissions ${name}`);
    expect(stdout).toContain('Examples:');
    expect((await runCli(name, '--help')).stdout).toBe(stdout);
  },
);

test.each([[['jurney']], [['jurney', '--help']], [['help', 'jurney']]])(
  'the unknown command in %j is told with the near one',
  async (args) => {
    const { code, stdout, stderr } = await runCli(...args);
    expect({ code, stdout }).toEqual({ code: 2, stdout: '' });
    expect(stderr).toBe(
      'error: there is no command "jurney" (did you mean "journey"?). See them all with: admissions --help\n',
    );
  },
);

test('an unknown option is reported with the near one', async () => {
  const { code, stderr } = await runCli('operations', '--dialct', 'alternate');
  expect(code).toBe(2);
  expect(stderr).toContain("unknown option '--dialct'");
  expect(stderr).toContain('Did you mean --dialect?');
  expect(stderr).toContain('admissions operations --help');
});

test('the version is printed', async () => {
  expect(await runCli('--version')).toMatchObject({
    code: 0,
    stdout: expect.stringMatching(/^\d+\.\d+\.\d+\n$/),
  });
});

test('colours are used where they are asked for, and not where NO_COLOR is set', async () => {
  vi.stubEnv('FORCE_COLOR', '1');
  expect((await runCli('operations')).stdout).toContain('\u001b[');
  vi.stubEnv('NO_COLOR', '1');
  expect((await runCli('operations')).stdout).not.toContain('\u001b[');
});
