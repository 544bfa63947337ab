/** A sample of `npm run prove:detect`, on backends that it does not try; `npm run test:long` has more. */
import { readFileSync } from 'node:fs';
import { dialectSettings } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { caseOf } from './prove/detect/cases.ts';
import { mistakesOf, tryCase } from './prove/detect/trial.ts';

test.each([1001, 1002, 1003, 1004, 1005, 1006])(
  'detect is right or does not know, and harmless without --register (backend %i)',
  async (seed) => {
    const one = caseOf(seed);
    expect(mistakesOf({ ...one, ...(await tryCase(one)) })).toEqual([]);
  },
);

test('the last proof of detect knew every setting', () => {
  const page = readFileSync(new URL('../docs/detect.md', import.meta.url), 'utf8');
  for (const { operation, name } of dialectSettings)
    expect(page, 'Run: npm run prove:detect').toContain(`| \`${operation}\` \`${name}\` |`);
});
