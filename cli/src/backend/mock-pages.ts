/** The mock backend's helpers under `/_mock`, over HTTP like any other client of them. */
import { readMessage } from '@one-planet/contract';
import { CliError, exitCodes } from '../process/exit.ts';
import { tryParseJson } from '../process/json.ts';
import { openPage, type PageAccess } from './open-page.ts';

/**
 * Asks one of the helpers for JSON.
 * @param path e.g. `/_mock/outbox.json?to=…`
 * @param call `setting` is the one to change when the backend turns out to be no mock
 * @throws {CliError} when the backend is no mock, is not reached, or refuses
 */
export type MockPages = (
  path: string,
  call: { setting: string; signal: AbortSignal; body?: object },
) => Promise<unknown>;

/** The backend is no mock, and the settings name nothing else to get it from. */
export class NotConfigured extends CliError {
  override name = 'NotConfigured';
}

/** @param origin the backend's, without /api */
export function createMockPages(origin: string, access: PageAccess): MockPages {
  return async (path, { setting, signal, body }) => {
    const { status, text } = await openPage(access, `${origin}${path}`, {
      what: `the mock's ${setting} at ${origin}`,
      signal,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const json = status < 300 ? tryParseJson(text) : undefined;
    if (json !== undefined) return json;
    if (status === 409) {
      const said = readMessage(text);
      throw new CliError(`the mock's ${setting} refused: ${said}`, exitCodes.brokenContract);
    }
    throw new NotConfigured(
      `${origin} offers no mock ${setting} (${path.replace(/\?.*/, '')} answered ${status}${status < 300 ? ' without JSON' : ''}). Set "${setting}" in admissions.config.json to what your backend has.`,
    );
  };
}
