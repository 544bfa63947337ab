import { parseDialect } from '@one-planet/contract';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { expect, onTestFinished, test, vi } from 'vitest';
import { runCli } from './testing/run-cli.ts';

// Whole runs, on machines that do other things as well.
vi.setConfig({ testTimeout: 30_000 });

test.each(['canonical', 'alternate'])(
  'the dialect %s is found, and printed as a file',
  async (name) => {
    const { code, stdout, stderr } = await runCli('detect', '--dialect', name);
    expect(code).toBe(0);
    expect(stderr).toContain(`The backend speaks ${name}`);
    expect(parseDialect(JSON.parse(stdout))).toEqual(parseDialect(name));
  },
);

test('a mixture is found and named, and nobody is registered for it', async () => {
  const dialect = parseDialect({
    operations: {
      'auth.login': { body: { password: 'passwords' } },
      'applicants.register': { body: { iAm18: 'iam18OrOlder', phoneNumber: 'phone' } },
    },
  });
  const { url, close } = await serve(await createBackend({ dialect }));
  onTestFinished(close);
  const { stdout, stderr } = await runCli('detect', '--target', url);
  expect(stderr).toContain('The backend speaks a mix of both');
  expect(JSON.parse(stdout)).toEqual(dialect);
  expect(await (await fetch(`${url}/_mock/outbox.json`)).json()).toEqual([]);
});

test('a backend that is not there is reported', async () => {
  expect((await runCli('detect', '--target', 'http://127.0.0.1:9')).code).toBe(3);
});
