import { expect, test } from 'vitest';
import { findReason } from './error-codes.ts';

test.each([
  ['dns', 'dns error: failed to lookup address information: Name or service not known'],
  ['refused', 'tcp connect error: Connection refused (os error 111)'],
])('%s is the reason of what Deno, whose errors have no code, calls %s', (reason, words) => {
  const cause = new Error(`error sending request for url (…): client error (Connect): ${words}`);
  expect(findReason(new TypeError('fetch failed', { cause }))).toBe(reason);
  expect(findReason(new TypeError('fetch failed'))).toBeUndefined();
});
