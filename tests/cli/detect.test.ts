/** `admissions detect` on backends of all kinds. */
import { readFileSync } from 'node:fs';
import { alternate, dialectSettings } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { caseOf } from '../prove/detect/backends.ts';
import { tryCase } from '../prove/detect/trial.ts';
import { detectSecondBackend } from '../second-backend/check.ts';

test.each(Array.from({ length: 8 }, (_, at) => 1001 + at))(
  'detect is right or does not know, and harmless without --register (backend %i)',
  async (seed) => {
    expect((await tryCase(caseOf(seed))).mistakes).toEqual([]);
  },
);

test('the last proof of detect knew every setting', () => {
  const page = readFileSync(new URL('../../docs/detect.md', import.meta.url), 'utf8');
  for (const { operation, name } of dialectSettings)
    expect(page, 'Run: npm run prove:detect').toContain(`| \`${operation}\` \`${name}\` |`);
});

test('detect finds the dialect of the second backend: by harmless requests in part, and all of it by an applicant', async () => {
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
