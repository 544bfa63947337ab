import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { mergeConfig } from '../config/write.ts';
import { folderWith } from '../process/testing/folder.ts';
import { runCli } from './testing/run-cli.ts';

test('without a terminal there is nobody to ask', async () => {
  const config = join(await folderWith({}), 'c.json');
  const { code, stderr } = await runCli('init', '--config', config);
  expect([code, stderr]).toEqual([2, expect.stringMatching(/no terminal to ask at/)]);
});

test('a file that is there, and a profile that is taken, stay as they are', async () => {
  const text = '{"profiles": {"staging": {}}}';
  const config = join(await folderWith({ 'c.json': text }), 'c.json');
  const whole = await runCli('init', '--config', config);
  expect([whole.code, whole.stderr]).toEqual([2, expect.stringMatching(/exists: add a profile/)]);
  const taken = await runCli('init', '--config', config, '--profile', 'staging');
  expect([taken.code, taken.stderr]).toEqual([
    2,
    expect.stringMatching(/there is a profile "staging" already/),
  ]);
  expect(await readFile(config, 'utf8')).toBe(text);
});

test('a profile is added beside what is there', () => {
  const before = { email: 'x', unknown: 1, profiles: { a: { target: 'mock' } } };
  const answers = { target: 'https://x.example' };
  expect(mergeConfig(before, answers, { profile: 'b' })).toEqual({
    ...before,
    profiles: { a: { target: 'mock' }, b: answers },
  });
});
