import { expect, test } from 'vitest';
import { checkSecondBackend, readsOtherwise } from '../second-backend/checked.ts';

test('a backend that shares no code with ours passes every check', async () => {
  const { exitCode, passed, others } = await checkSecondBackend();
  expect(others).toEqual(readsOtherwise);
  expect(passed).toBeGreaterThan(700);
  expect(exitCode).toBe(0);
});
