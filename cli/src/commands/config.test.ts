import { expect, test } from 'vitest';
import { runWithConfig } from '../testing/support.ts';

const fileSettings = {
  email: 'nightly+{run}@college.example',
  profile: 'staging',
  mailbox: { use: 'command', command: ['read-mail', '--password', 'geheim', '--user=me'] },
  profiles: { staging: { target: 'https://staging.example.edu', dialect: 'alternate' } },
};

test('each setting is shown with where it comes from, secrets hidden', async () => {
  const { code, stdout } = await runWithConfig(fileSettings, ['config', '--pay', 'stripe']);
  expect(code).toBe(0);
  const rows = stdout
    .trimEnd()
    .split('\n')
    .map((line) => line.split(/ {2,}/));
  expect(rows).toContainEqual(['target', 'https://staging.example.edu', 'profile staging']);
  expect(rows).toContainEqual(['dialect', 'alternate', 'profile staging']);
  expect(rows).toContainEqual(['email', 'nightly+{run}@college.example', 'file']);
  expect(rows).toContainEqual(['pay', 'stripe', 'flag']);
  expect(rows).toContainEqual(['usdPrice', '-', 'default']);
  expect(rows).toContainEqual([
    'mailbox',
    'command: read-mail --password [hidden] --user=me',
    'file',
  ]);
  expect(stdout).not.toContain('geheim');
});

test('as JSON nothing else is on stdout, and secrets are hidden too', async () => {
  const { stdout, stderr } = await runWithConfig(fileSettings, ['config', '--json']);
  expect(stderr).toBe('');
  expect(stdout).not.toContain('geheim');
  expect(JSON.parse(stdout)).toMatchObject({
    profile: 'staging',
    settings: {
      target: { value: 'https://staging.example.edu', origin: 'profile staging' },
      usdPrice: { value: null, origin: 'default' },
    },
  });
});
