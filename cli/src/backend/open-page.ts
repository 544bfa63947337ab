/** Requests beside the API: to the mock's helpers and to the page of a payment provider. */
import { CliError, exitCodes } from '../process/exit.ts';
import { isHungUp, type Transport } from './transport.ts';

/** What such requests share with the calls of the API. */
export interface PageAccess extends Pick<Transport, 'fetch'> {
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

/**
 * Makes one request.
 * @param what how the other side is called in messages
 * @throws {CliError} when it is interrupted, or no whole answer came in time
 */
export async function openPage(
  { fetch, timeoutMs = 30_000 }: PageAccess,
  address: string,
  { what, signal, ...init }: RequestInit & { what: string; signal: AbortSignal },
): Promise<Page> {
  const late = AbortSignal.timeout(timeoutMs);
  try {
    const whole = { ...init, signal: AbortSignal.any([signal, late]) };
    const answer = await onLiveConnection(() => fetch(address, whole));
    const { status, url, headers } = answer;
    if (away.includes(status)) throw notReached(what, `status ${status}`);
    const text = await readText(answer.body);
    return {
      status,
      address: url || address,
      contentType: headers.get('content-type') ?? '',
      text,
    };
  } catch (cause) {
    if (signal.aborted) throw new CliError('interrupted', exitCodes.interrupted);
    if (cause instanceof CliError) throw cause;
    throw notReached(
      what,
      late.aborted ? `no complete answer within ${timeoutMs} ms` : 'the connection failed',
      { cause },
    );
  }
}

/** So many kept connections may turn out to be closed. */
const attempts = 4;

/** Asks again when the connection ended before the answer: the server may have closed it while it was idle. */
async function onLiveConnection(ask: () => Promise<Response>): Promise<Response> {
  for (let attempt = 1; ; attempt += 1) {
    try {
      return await ask();
    } catch (error) {
      if (attempt === attempts || !isHungUp(error)) throw error;
    }
  }
}

function notReached(what: string, why: string, options?: ErrorOptions): CliError {
  return new CliError(`${what} was not reached: ${why}`, exitCodes.notReached, options);
}

async function readText(body: ReadableStream<Uint8Array> | null): Promise<string> {
  const decoder = new TextDecoder();
  let text = '';
  let size = 0;
  // Leaving the loop early closes the connection.
  for await (const chunk of body ?? []) {
    size += chunk.length;
    if (size > maxBytes) break;
    text += decoder.decode(chunk, { stream: true });
  }
  return text + decoder.decode();
}
