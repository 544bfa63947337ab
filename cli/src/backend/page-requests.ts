/** Requests outside the API: to the helper pages of the mock, and to the page of a payment provider. */
import { readMessage } from '@one-planet/contract';
import { isTemporaryStatus } from '@one-planet/sdk';
import { CliError, exitCodes, findSystemErrorCode } from '../core/exit.ts';
import { makeInterruptedError, sleepUntilInterrupted, TimeLimit } from '../core/interruption.ts';
import { tryParseJson } from '../core/json.ts';
import {
  maxTries,
  NoResponseError,
  type RawRequest,
  type RawResponse,
  type Transport,
  tooLargeText,
  waitMsBeforeRetry,
} from './transport.ts';

export interface PageAccess extends Pick<Transport, 'request'> {
  /** For the whole response, in milliseconds. Default 30,000. */
  timeoutMs?: number;
}

interface RequestedPage {
  status: number;
  headers: Headers;
  contentType: string;
  text: string;
}

interface PageRequest extends Partial<Pick<RawRequest, 'method' | 'headers' | 'body'>> {
  /** The name of the server in messages. */
  serverName: string;
  signal: AbortSignal;
}

/**
 * Makes one request, and waits out a refusal for too many of them (429).
 * @throws {CliError} when it is interrupted, or no complete response came in time
 */
export async function requestPage(
  access: PageAccess,
  address: string,
  pageRequest: PageRequest,
): Promise<RequestedPage> {
  for (let tryNumber = 1; ; tryNumber += 1) {
    const page = await requestOnce(access, address, pageRequest);
    if (page.status !== 429) return page;
    const { serverName, signal } = pageRequest;
    if (tryNumber === maxTries) throw makeNotReachedError(serverName, 'status 429');
    await sleepUntilInterrupted(waitMsBeforeRetry(page, tryNumber), signal);
  }
}

async function requestOnce(
  { request, timeoutMs = 30_000 }: PageAccess,
  address: string,
  { serverName, signal, ...requestParts }: PageRequest,
): Promise<RequestedPage> {
  const timeLimit = new TimeLimit(timeoutMs, signal);
  const requestOptions = { method: 'GET', headers: {}, ...requestParts, signal: timeLimit.signal };
  try {
    const { status, headers, bytes, isCutOff } = await retryClosedConnection(() =>
      request(address, requestOptions),
    );
    if (isCutOff) throw makeNotReachedError(serverName, tooLargeText);
    if (status !== 429 && isTemporaryStatus(status))
      throw makeNotReachedError(serverName, `status ${status}`);
    const contentType = headers.get('content-type') ?? '';
    return { status, headers, contentType, text: new TextDecoder().decode(bytes) };
  } catch (cause) {
    if (signal.aborted) throw makeInterruptedError();
    if (cause instanceof CliError) throw cause;
    const systemErrorCode = findSystemErrorCode(cause);
    const failureText = `the connection failed${systemErrorCode === undefined ? '' : ` (${systemErrorCode})`}`;
    const failureReason = timeLimit.isOver
      ? `no complete answer within ${timeoutMs} ms`
      : failureText;
    throw makeNotReachedError(serverName, failureReason, { cause });
  } finally {
    timeLimit.endTimeLimit();
  }
}

/** How many kept connections may turn out to be closed before the request fails. */
const maxAttempts = 4;

/** Repeats a request when the connection ended before the response: the server may have closed it while it was idle. */
async function retryClosedConnection(request: () => Promise<RawResponse>): Promise<RawResponse> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if (attempt === maxAttempts || !(error instanceof NoResponseError)) throw error;
    }
  }
}

function makeNotReachedError(serverName: string, reason: string, options?: ErrorOptions): CliError {
  return new CliError(`${serverName} was not reached: ${reason}`, exitCodes.notReached, options);
}

/* The helper pages of the mock backend under `/_mock`, over HTTP. */

/**
 * Requests JSON from a helper page of the mock.
 * @param path e.g. `/_mock/outbox.json?to=…`
 * @param mockCall `settingName` is the one to change when the backend turns out not to be a mock
 * @throws {CliError} when the backend is no mock, is not reached, or refuses
 */
export type MockHelpers = (
  path: string,
  mockCall: { settingName: string; signal: AbortSignal; body?: object },
) => Promise<unknown>;

/** The backend is no mock, and the settings name no other source for what is needed. */
export class NotConfiguredError extends CliError {}

/** @param origin the backend's address, without /api */
export function createMockHelpers(origin: string, access: PageAccess): MockHelpers {
  return async (path, { settingName, signal, body }) => {
    const { status, text } = await requestPage(access, `${origin}${path}`, {
      serverName: `the mock's ${settingName} at ${origin}`,
      signal,
      headers: { accept: 'application/json', ...(body && { 'content-type': 'application/json' }) },
      ...(body && { method: 'POST', body: JSON.stringify(body) }),
    });
    const parsedJson = status < 300 ? tryParseJson(text) : undefined;
    if (parsedJson !== undefined) return parsedJson;
    if (status === 409) {
      const refusalMessage = readMessage(text);
      throw new CliError(
        `the mock's ${settingName} refused: ${refusalMessage}`,
        exitCodes.brokenContract,
      );
    }
    throw new NotConfiguredError(
      `${origin} offers no mock ${settingName} (${path.replace(/\?.*/, '')} answered ${status}${status < 300 ? ' without JSON' : ''}). Set "${settingName}" in admissions.config.json to what your backend has.`,
    );
  };
}
