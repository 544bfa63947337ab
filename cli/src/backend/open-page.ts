/** Requests beside the API: to the mock's helpers and to the page of a payment provider. */
import { CliError, exitCodes } from '../process/exit.ts';
import { Patience } from '../process/patience.ts';
import { systemCode } from '../process/system-code.ts';
import { NoAnswer, type RawRequest, type RawResponse, type Transport } from './transport.ts';

/** What such requests share with the calls of the API. */
export interface PageAccess extends Pick<Transport, 'request'> {
  /** For one whole answer, in milliseconds. Default 30,000. */
  timeoutMs?: number | undefined;
}

/** An answer, read to its end. */
export interface Page {
  status: number;
  /** Where it came from, after redirects. */
  address: string;
  contentType: string;
  text: string;
}

const maxBytes = 50 * 1024 * 1024;
/** The server, or a proxy before it, is not there now. */
const away: readonly number[] = [429, 502, 503, 504];

export interface PageRequest extends Partial<Pick<RawRequest, 'method' | 'headers' | 'body'>> {
  /** How the other side is called in messages. */
  what: string;
  signal: AbortSignal;
  /** Goes where redirects lead; for what is read only. */
  follows?: boolean;
}

/**
 * Makes one request.
 * @throws {CliError} when it is interrupted, or no whole answer came in time
 */
export async function openPage(
  { request, timeoutMs = 30_000 }: PageAccess,
  address: string,
  { what, signal, follows = false, ...call }: PageRequest,
): Promise<Page> {
  const patience = new Patience(timeoutMs, signal);
  const whole = { method: 'GET', headers: {}, ...call, signal: patience.signal };
  try {
    for (let url = address, redirects = 0; ; redirects += 1) {
      const { status, headers, bytes } = await onLiveConnection(() =>
        request(url, { ...whole, maxBytes }),
      );
      if (away.includes(status)) throw notReached(what, `status ${status}`);
      const leadsTo = follows && redirected.includes(status) ? headers.get('location') : null;
      if (leadsTo === null || redirects === mostRedirects) {
        const contentType = headers.get('content-type') ?? '';
        return { status, address: url, contentType, text: new TextDecoder().decode(bytes) };
      }
      url = new URL(leadsTo, url).href;
    }
  } catch (cause) {
    if (signal.aborted) throw new CliError('interrupted', exitCodes.interrupted);
    if (cause instanceof CliError) throw cause;
    const code = systemCode(cause);
    const failed = `the connection failed${code === undefined ? '' : ` (${code})`}`;
    const why = patience.isOver ? `no complete answer within ${timeoutMs} ms` : failed;
    throw notReached(what, why, { cause });
  } finally {
    patience.end();
  }
}

const redirected: readonly number[] = [301, 302, 303, 307, 308];
const mostRedirects = 20;

/** So many kept connections may turn out to be closed. */
const attempts = 4;

/** Asks again when the connection ended before the answer: the server may have closed it while it was idle. */
async function onLiveConnection(ask: () => Promise<RawResponse>): Promise<RawResponse> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (attempt === attempts || !(error instanceof NoAnswer)) throw error;
    }
  }
}

function notReached(what: string, why: string, options?: ErrorOptions): CliError {
  return new CliError(`${what} was not reached: ${why}`, exitCodes.notReached, options);
}
