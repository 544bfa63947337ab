import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderWith } from '../process/testing/folder.ts';
import { readSiteConfig } from './config.ts';

const read = async (content: unknown) =>
  readSiteConfig(join(await folderWith({ 'config.json': content }), 'config.json'));

test('settings the host does not know are kept, and no file means none', async () => {
  expect(await read({ contact: { email: 'a@college.example' } })).toEqual({
    contact: { email: 'a@college.example' },
    redirectOrigins: [],
  });
  expect(await readSiteConfig('/nowhere/config.json')).toEqual({ redirectOrigins: [] });
});

test.each([
  ['{"videoUrl": }', /config\.json: line 1, column 14: expected a value/],
  ['null', /config\.json: must be an object, not null/],
  [{ redirectOrigins: 'https://a.example' }, /redirectOrigins must be a list/],
])('what is wrong is reported with the file: %j', async (content, message) => {
  await expect(read(content)).rejects.toThrow(message);
});
