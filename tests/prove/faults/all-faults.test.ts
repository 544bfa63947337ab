import { faultList } from '@one-planet/mocks';
import { expect, test } from 'vitest';
import { faults, variations } from './all-faults.ts';

test('the mock knows each fault and variation by a name of its own, with a sentence', () => {
  expect(faultList).toEqual([...faults, ...variations]);
  expect(new Set(faultList.map(({ name }) => name)).size).toBe(faultList.length);
  for (const { name } of faultList) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  for (const { sentence } of faultList) expect(sentence).toMatch(/^[A-Z].*\.$/);
});
