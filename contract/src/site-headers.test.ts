import { expect, test } from 'vitest';
import { makeSiteHeaders } from './site-headers.ts';

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
  const sourcesOfPolicy = readPolicyDirectives(
    {},
    {
      style: ['sha256-a=', 'sha256-old='],
      script: ['sha256-b='],
    },
  );
  expect(sourcesOfPolicy).toContain("script-src 'self' 'sha256-b='");
  expect(sourcesOfPolicy).toContain("style-src 'self' 'sha256-a=' 'sha256-old='");
  expect(sourcesOfPolicy.join()).not.toContain('unsafe');
});
