/** The mock keeps every rule, and no check raises an alarm on a backend that does: what both do over the API is held here. */
import { expect, test } from 'vitest';
import { fuzz } from '../cli/src/checks/catalogue/fuzz.ts';
import { catalogue } from '../cli/src/checks/catalogue.ts';
import { checkServer, findingsOf } from './prove/broken-server.ts';

test('every check passes on the mock, and so do random payloads', async () => {
  expect(findingsOf(await checkServer({}, [...catalogue, ...fuzz]))).toEqual([]);
});
