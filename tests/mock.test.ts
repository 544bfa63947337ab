/** The mock and the checks test each other: the mock keeps every rule, and no check fails on a correct backend. */
import { expect, test } from 'vitest';
import { fuzzChecks } from '../cli/src/backend-checks/catalogue/fuzz.ts';
import { catalogue } from '../cli/src/backend-checks/catalogue.ts';
import { checkMock, listFindings } from './prove/mock-server.ts';

test('every check passes on the mock, and so do random payloads', async () => {
  expect(listFindings(await checkMock({}, [...catalogue, ...fuzzChecks]))).toEqual([]);
});
