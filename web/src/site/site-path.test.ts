import fc from 'fast-check';
import { expect, test } from 'vitest';
import { keysOf } from '../site/unchecked.ts';
import { languages } from '../texts/languages.ts';
import { makeLanguagePath, toSitePath } from './site-path.ts';

const siteOrigin = 'https://college.example';

test.each([
  ['/about', '/about'],
  ['/about?from=mail#main', '/about?from=mail#main'],
  ['/receipt/type1/a%2Fb%3Fc', '/receipt/type1/a%2Fb%3Fc'],
  ['/%5c%5cevil.example', '/%5c%5cevil.example'],
  ['/a//b', '/a//b'],
  ['//evil.example', '/'],
  ['//here.invalid//evil.example', '/'],
  ['/\\evil.example', '/'],
  ['/.//evil.example', '/'],
  ['/%2e//evil.example', '/'],
  ['/\t/evil.example', '/'],
  ['https://evil.example', '/'],
  ['evil.example', '/'],
  ['javascript:alert(1)', '/'],
  ['', '/'],
])('%j is the path %s', (address, path) => {
  expect(toSitePath(address)).toBe(path);
});

test('a link to a page in any language stays on the site, whatever the path', () => {
  const partArbitrary = fc.constantFrom(
    ...['/', '\\', '.', '..', '@', ':', '%2e', '%2f', '%5c', '\t', '\n', ' '],
    ...['am', 'evil.example', 'here.invalid', '?', '#'],
  );
  const pathArbitrary = fc.oneof(
    fc.string({ unit: 'binary' }),
    fc.array(partArbitrary).map((parts) => `/${parts.join('')}`),
  );
  fc.assert(
    fc.property(pathArbitrary, fc.constantFrom(...keysOf(languages)), (path, code) => {
      const languagePath = makeLanguagePath(code, path);
      expect(new URL(languagePath, `${siteOrigin}/am/about`).origin).toBe(siteOrigin);
      expect(languagePath).toMatch(code === 'en' ? /^\/(?!\/)/ : new RegExp(`^/${code}/(?!/)`));
    }),
    { numRuns: 2000 },
  );
});
