/** More of `npm run prove:detect`, on backends that it does not try. */
import { expect, test } from 'vitest';
import { caseOf } from '../prove/detect/cases.ts';
import { mistakesOf, tryCase } from '../prove/detect/trial.ts';

const seeds = Array.from({ length: 60 }, (_, at) => 2001 + at);

test.each(seeds)('detect is right or does not know (backend %i)', async (seed) => {
  const one = caseOf(seed);
  expect(mistakesOf({ ...one, ...(await tryCase(one)) })).toEqual([]);
});
