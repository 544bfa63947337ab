import { expect, test } from 'vitest';
import { createBackend, faultList, harmlessList } from '../index.ts';

test.each([
  ['faults', 'There is no fault "slo". Known are register-200, login-500,'],
  ['harmless', 'There is no harmless variation "slo". Known are '],
])(
  'an unknown name of %s is refused, and all known ones are listed',
  async (kind, expectedMessage) => {
    await expect(createBackend({ [kind]: ['slo'] })).rejects.toThrow(expectedMessage);
  },
);

test.each([
  ['faults', faultList],
  ['harmless variations', harmlessList],
])('all %s have a name of their own and a sentence', (_kind, faultList) => {
  expect(new Set(faultList.map(({ name }) => name)).size).toBe(faultList.length);
  for (const { name } of faultList) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  for (const { sentence } of faultList) expect(sentence).toMatch(/^[A-Z].*\.$/);
});
