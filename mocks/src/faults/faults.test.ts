import { expect, test } from 'vitest';
import { createBackend, faultList } from '../index.ts';

test('an unknown fault is refused, and all known ones are listed', async () => {
  const starting = createBackend({ faults: ['login-50'] });
  await expect(starting).rejects.toThrow(
    'There is no fault "login-50". Known are register-200, login-500,',
  );
});

test('every fault has a name of its own, a class and a sentence', () => {
  expect(new Set(faultList.map(({ name }) => name)).size).toBe(faultList.length);
  for (const { name } of faultList) expect(name).toMatch(/^[a-z0-9]+(-[a-z0-9]+)*$/);
  for (const { sentence } of faultList) expect(sentence).toMatch(/^[A-Z].*\.$/);
  for (const it of faultList) expect(it.class).toMatch(/^[a-z]+$/);
});
