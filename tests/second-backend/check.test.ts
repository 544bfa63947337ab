/** A backend that shares no code with ours passes the checks; `npm run test:long` runs all of them. */
import { expect, test } from 'vitest';
import { admissions } from '../admissions.ts';
import { checkSecondBackend, readsOtherwise } from './checked.ts';
import { startSecondBackend } from './index.ts';

test('its answers, states, ownership and scenarios are found right', async () => {
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
  const { exitCode, passed, others } = await checkSecondBackend(...only);
  expect(others).toEqual(readsOtherwise);
  expect(passed).toBeGreaterThan(50);
  expect(exitCode).toBe(0);
});

test('harmless requests find its dialect', async () => {
  const backend = await startSecondBackend({ siteOrigin: 'https://admissions.example.com' });
  const { exitCode, stderr } = await admissions('detect', '--target', backend.url);
  await backend.close();
  expect(stderr).toContain('The backend speaks alternate');
  expect(exitCode).toBe(0);
});
