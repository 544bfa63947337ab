import { expect, test } from 'vitest';
import { checkSecondBackend, readsOtherwise } from '../second-backend/checked.ts';

test.each(['canonical', 'alternate'] as const)(
  'a backend that shares no code with ours passes every check in the dialect %s',
  async (reading) => {
    const { exitCode, passed, others } = await checkSecondBackend(reading);
    expect(others).toEqual(readsOtherwise);
    expect(passed).toBeGreaterThan(700);
    expect(exitCode).toBe(0);
  },
);
