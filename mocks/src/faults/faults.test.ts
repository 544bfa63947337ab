import { expect, test } from 'vitest';
import { createBackend } from '../index.ts';

test('the name of a fault that does not exist is refused, with those that exist', async () => {
  await expect(createBackend({ faults: ['slo'] })).rejects.toThrow(
    'There is no fault "slo". Known are register-200, login-500,',
  );
});
