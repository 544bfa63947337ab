import { afterAll, beforeAll } from 'vitest';
import { Applicant } from './applicant.ts';
import { startSecondBackend } from './index.ts';

/** Starts a second backend for the tests of a file. @returns what makes an applicant nobody else is */
export function withSecondBackend(): () => Applicant {
  let backend: Awaited<ReturnType<typeof startSecondBackend>>;
  beforeAll(async () => {
    backend = await startSecondBackend();
  });
  afterAll(() => backend.close());
  let count = 0;
  return () => new Applicant(backend.url, `selam+${++count}@example.com`);
}
