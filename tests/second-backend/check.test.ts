/** A backend that shares no code with ours passes the checks; `npm run test:long` runs all of them. */
import { alternate } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { checkSecondBackend, detectSecondBackend, readsOtherwise } from './checked.ts';

test.each(['canonical', 'alternate'] as const)(
  'its answers, states, ownership and scenarios are found right in the dialect %s',
  async (reading) => {
    // All checks take half a minute here, because each mail is a process.
    const some = [
      '*/answers',
      '*/moves-on',
      '*/others/*',
      '*/once',
      '*/temporary',
      '*/without-token',
      '*/preflight',
    ];
    const only = some.flatMap((glob) => ['--only', glob]);
    const { exitCode, passed, others } = await checkSecondBackend(reading, ...only);
    expect(others).toEqual(readsOtherwise);
    expect(passed).toBeGreaterThan(50);
    expect(exitCode).toBe(0);
  },
);

test('its dialect is found: by harmless requests in part, and all of it by an applicant', async () => {
  const { harmless, registering, applicants } = await detectSecondBackend();
  const { referral: _, ...body } = alternate.operations['applicants.register']?.body ?? {};
  const {
    'payments.payOnline': method,
    'payments.makeOffline': account,
    ...others
  } = alternate.operations;
  const found = { ...others, 'applicants.register': { body } };
  expect(harmless).toEqual({ operations: found });
  expect(registering).toEqual({
    operations: { ...found, 'payments.payOnline': method, 'payments.makeOffline': account },
  });
  expect(applicants).toEqual([0, 1]);
});
