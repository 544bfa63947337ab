import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolderWith } from '../testing/support.ts';
import { readSiteConfig } from './site.ts';

const readConfigFrom = async (configContent: unknown) =>
  readSiteConfig(join(await makeFolderWith({ 'config.json': configContent }), 'config.json'));

test('settings the host does not know are kept, and no file means none', async () => {
  expect(await readConfigFrom({ contact: { email: 'a@college.example' } })).toEqual({
    contact: { email: 'a@college.example' },
    redirectOrigins: [],
  });
  expect(await readSiteConfig('/nowhere/config.json')).toEqual({ redirectOrigins: [] });
});

test.each([
  ['{"videoUrl": }', /config\.json: line 1, column 14: expected a value/],
  ['null', /config\.json: must be an object, not null/],
  [{ redirectOrigins: 'https://a.example' }, /redirectOrigins must be a list/],
])('what is wrong is reported with the file: %j', async (configContent, messagePattern) => {
  await expect(readConfigFrom(configContent)).rejects.toThrow(messagePattern);
});
