import { join } from 'node:path';
import { expect, test } from 'vitest';
import { makeFolderWith } from '../testing/support.ts';
import { makeSiteHeaders, readSiteConfig } from './site.ts';

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

const readPolicyDirectives = (settings: object, inlineHashes = {}) =>
  (makeSiteHeaders(settings, inlineHashes)['content-security-policy'] ?? '').split('; ');

test.each([
  [{}],
  [{ apiBase: '/api', videoUrl: 'javascript:alert(1)' }],
  [{ apiBase: null, videoUrl: 7 }],
])('settings without an address of the web open nothing: %j', (settings) => {
  const sourcesOfPolicy = readPolicyDirectives(settings);
  expect(sourcesOfPolicy).toContain("connect-src 'self'");
  expect(sourcesOfPolicy).toContain("frame-src 'none'");
});

test('what pages carry in themselves is allowed by its hash, and nothing else is inline', () => {
  const sourcesOfPolicy = readPolicyDirectives({}, { style: 'sha256-a=', script: 'sha256-b=' });
  expect(sourcesOfPolicy).toContain("script-src 'self' 'sha256-b='");
  expect(sourcesOfPolicy).toContain("style-src 'self' 'sha256-a='");
  expect(sourcesOfPolicy.join()).not.toContain('unsafe');
});
