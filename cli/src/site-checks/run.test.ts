import { expect, test } from 'vitest';
import { allowsOrigin, findSources, parsePolicies } from './headers.ts';

test.each([
  ['https://api.example', true],
  ['HTTPS://API.example:443', true],
  ['api.example', true],
  ['api.example:*', true],
  ['http://api.example', true],
  ['https://api.example/api/', true],
  ['https://*.example', true],
  ['*.example', true],
  ['https:', true],
  ['*', true],
  ["'self'", false],
  ["'none'", false],
  ['data:', false],
  ['https://api.example:8443', false],
  ['https://*.api.example', false],
  ['https://example', false],
  ['wss://api.example', false],
])('%s lets https://api.example in: %s', (source, isAllowed) => {
  expect(allowsOrigin(source, 'https://api.example', 'https://college.example')).toBe(isAllowed);
});

test.each([
  ["'self'", 'http://127.0.0.1:80/', true],
  ['127.0.0.1:8080', 'http://127.0.0.1:8080', true],
  ['127.0.0.1', 'http://127.0.0.1:8080', false],
  ['https://127.0.0.1:8080', 'http://127.0.0.1:8080', false],
  ['[::1]:8080', 'http://[::1]:8080', true],
])('%s lets %s in on a site without TLS: %s', (source, address, isAllowed) => {
  const { origin } = new URL(address);
  expect(allowsOrigin(source, origin, 'http://127.0.0.1')).toBe(isAllowed);
});

test('of a directive that is repeated the first counts', () => {
  const [policy = new Map()] = parsePolicies("Script-Src 'self'; script-src *; ;");
  expect(policy.get('script-src')).toEqual(["'self'"]);
});

test('a header may hold several policies, and what a policy leaves out is what it says of all', () => {
  const policies = parsePolicies("default-src 'none'; img-src *, script-src 'self',");
  expect(policies.map((policy) => findSources(policy, 'script-src'))).toEqual([
    ["'none'"],
    ["'self'"],
  ]);
  expect(policies.map((policy) => findSources(policy, 'font-src'))).toEqual([
    ["'none'"],
    undefined,
  ]);
});
