/** The mock backend's helpers under `/_mock`, over HTTP like any other client of them. */
import { fetch } from 'undici';
import { CliError, exitCodes } from './exit.ts';

/**
 * Asks one of the helpers for JSON.
 * @param origin the backend's, without /api
 * @param path e.g. `/_mock/outbox.json?to=…`
 * @param setting which setting to change when the backend turns out to be no mock
 * @throws {CliError} when the backend is no mock, or is not reached
 */
export async function askDesk(
  origin: string,
  path: string,
  { setting, signal, body }: { setting: string; signal: AbortSignal; body?: object },
): Promise<unknown> {
  const answer = await fetch(`${origin}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      accept: 'application/json',
      ...(body ? { 'content-type': 'application/json' } : {}),
    },
    ...(body ? { body: JSON.stringify(body) } : {}),
    signal,
  }).catch((cause: unknown) => {
    if (signal.aborted) throw new CliError('interrupted', exitCodes.interrupted);
    throw new CliError(`${origin} was not reached for its ${setting} step`, exitCodes.notReached, {
      cause,
    });
  });
  const text = await answer.text();
  const isJson = answer.headers.get('content-type')?.includes('json') ?? false;
  if (answer.ok && isJson) return JSON.parse(text);
  if (isJson && answer.status === 409)
    throw new CliError(`the mock's ${setting} refused: ${text}`, exitCodes.brokenContract);
  throw new CliError(
    `${origin} offers no mock ${setting} (${path.replace(/\?.*/, '')} answered ${answer.status}). Set "${setting}" in admissions.config.json to what your backend has.`,
  );
}
