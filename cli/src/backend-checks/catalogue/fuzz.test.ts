import { createBackend, type Fault } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { expect, onTestFinished, test } from 'vitest';
import { loadSettings } from '../../core/configuration.ts';
import { openRun, runChecks } from '../run.ts';
import { fuzzChecks } from './fuzz.ts';

const crash: Fault = {
  name: 'crash',
  sentence: 'A last name that is no text is answered with 500.',
  wrapValidation: async ({ operation, body }, next) => {
    const { lastName } = (body ?? {}) as { lastName?: unknown };
    if (operation.name === 'applicants.register' && typeof lastName !== 'string')
      throw new TypeError('lastName.trim is not a function');
    return await next();
  },
};

async function fuzzRegistration(seed: number) {
  const { url, close } = await serve(await createBackend({}, [crash]));
  onTestFinished(close);
  const settings = await loadSettings({ target: url }, { env: {} });
  const { runContext, close: closeRun } = await openRun(settings, { fuzz: { runs: 60, seed } });
  onTestFinished(closeRun);
  const registrationFuzz = fuzzChecks.filter(
    ({ operation }) => operation === 'applicants.register',
  );
  const { results } = await runChecks(registrationFuzz, runContext, 1);
  return results[0];
}

test('a payload that fails is reduced to its one bad field, with the seed and the request that repeat it', async () => {
  const result = await fuzzRegistration(3);
  expect(result?.outcome).toBe('failed');
  expect(result?.expected).toMatch(/for the payload with \{"lastName":[^,]*\} \(seed 3\)$/);
  expect(result?.response).toMatchObject({ exchange: { status: 500 } });
  expect((await fuzzRegistration(3))?.expected).toBe(result?.expected);
});
