/** The client: every operation as a function. */
import { createCaller } from './caller.ts';
import { type Client, makeClient } from './generated/client.ts';
import type { ClientOptions } from './options.ts';

/**
 * Makes a client of the admissions API.
 *
 * Every call answers `{ ok, status, body, headers }`, a union that narrows on `status` over the statuses the contract
 * declares, refusals included; anything else is thrown as an AdmissionsError.
 *
 * @throws {UsageError} for a wrong option, saying what to write
 * @example
 * const client = createClient({ baseUrl: 'http://127.0.0.1:8080' });
 * const answer = await client.auth.login({ body: { email, password } });
 * if (answer.status === 200) session.token = answer.body.token;
 */
export function createClient(options: ClientOptions): Client {
  // The caller returns any answer; only the generated types say which ones each operation has.
  return makeClient(createCaller(options) as Parameters<typeof makeClient>[0]);
}
