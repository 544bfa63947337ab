/** The connections of one command. Without `fetch`, which takes more of the processor than all that is done with an answer. */
import type { Send } from '@one-planet/sdk';
import type { Dispatcher } from 'undici';
import { version } from '../process/version.ts';
import { openDispatcher } from './connection/dispatchers.ts';
import { type Connection, plainConnection } from './connection/open.ts';
import { type NamedBlob, toForm } from './form.ts';
import { type Body, type Head, Incoming } from './incoming.ts';
import { unpacked } from './unpack.ts';

/** One request as it goes over the wire. */
export interface RawRequest {
  method: string;
  headers: Readonly<Record<string, string>>;
  body?: string | undefined;
  /** Sent as the multipart field `file`, in place of a body. */
  file?: NamedBlob | undefined;
  signal: AbortSignal;
  /** On a connection of its own, which no server can have closed meanwhile. */
  fresh?: boolean;
  /** What comes after so many bytes is left out, and the connection closed. */
  maxBytes?: number;
}

/** The connection ended before the first byte of an answer: a kept one may have been closed in that very moment. */
export class NoAnswer extends Error {
  override name = 'NoAnswer';
}

/** An answer, read to its end. */
export interface RawResponse {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

export interface Transport {
  /** For the SDK. */
  send: Send;
  /** Sends what is given and nothing else, and reads the answer to its end; redirects are not followed. */
  request: (url: string, request: RawRequest) => Promise<RawResponse>;
  /** Closes every connection, so that the process can end at once. */
  close: () => Promise<void>;
}

export const userAgent: string = `admissions/${version}`;
/** What a client says that is no browser. */
const ofClients = { 'user-agent': userAgent, 'accept-encoding': 'gzip, deflate, br' };

/** The backend, and what all requests to it carry; those to anybody else go without. */
interface To {
  origin: string;
  connection: Connection;
}

/** Opens connections of our own: kept alive between calls, and closed when the command is done. */
export function createTransport(
  { origin, connection }: To = { origin: '', connection: plainConnection },
): Transport {
  // As many as there may be journeys at once: a request that waits for a connection would look like a slow server.
  const kept = { connections: 1024 };
  const fresh = { pipelining: 0 };
  const toBackend = pair(connection.tls);
  // A certificate is shown to the backend alone, not to a mail or staff system.
  const toOthers = Object.keys(connection.tls).length > 0 ? pair({}) : toBackend;
  const isBackend = (url: string) => url.startsWith(`${origin}/`);
  const wayTo = (url: string) => (isBackend(url) ? toBackend : toOthers);
  const withOwn = (url: string, headers: RawRequest['headers']) =>
    isBackend(url) ? { ...headers, ...connection.sent, ...bearerOf(headers) } : headers;

  function pair(connect: Connection['tls']) {
    return {
      kept: openDispatcher({ ...kept, connect }),
      fresh: openDispatcher({ ...fresh, connect }),
    };
  }
  return {
    send: async ({ url, method, headers, body: text, upload: file }, onGiveUp) => {
      const incoming = new Incoming();
      onGiveUp((reason) => incoming.abort(reason));
      const all = withOwn(url, { ...ofClients, ...headers });
      const { head, body } = await open(wayTo(url).kept, url, incoming, all, method, text, file);
      return { status: head.status, headers: head.headers, body: { getReader: () => body } };
    },
    request: async (url, { signal, method, headers, body: text, file, fresh, maxBytes }) => {
      const incoming = new Incoming();
      const abort = () => incoming.abort(signal.reason);
      signal.addEventListener('abort', abort);
      if (signal.aborted) abort();
      const agent = wayTo(url)[fresh ? 'fresh' : 'kept'];
      try {
        const opened = open(agent, url, incoming, withOwn(url, headers), method, text, file);
        const { head, body } = await opened.catch((cause: unknown) => {
          throw isHungUp(cause)
            ? new NoAnswer('the connection ended before the answer', { cause })
            : cause;
        });
        return { ...head, bytes: await readAll(body, maxBytes) };
      } finally {
        signal.removeEventListener('abort', abort);
      }
    },
    close: async () => {
      const all = [toBackend, toOthers].flatMap(({ kept, fresh }) => [kept, fresh]);
      await Promise.all(all.map((dispatcher) => dispatcher.destroy()));
    },
  };
}

/** A session's token stands where the password of basic authentication would. */
function bearerOf({ authorization }: RawRequest['headers']): Record<string, string> {
  return authorization?.startsWith('Bearer ') ? { authorization } : {};
}

/** @returns what is there once the answer begins */
async function open(
  dispatcher: Dispatcher,
  url: string,
  incoming: Incoming,
  headers: RawRequest['headers'],
  method: string,
  text: string | undefined,
  file: NamedBlob | undefined,
): Promise<{ head: Head; body: Body }> {
  const { origin, pathname, search } = new URL(url);
  const form = file && (await toForm(file));
  dispatcher.dispatch(
    {
      origin,
      path: pathname + search,
      method: method as Dispatcher.HttpMethod,
      headers: form ? { ...headers, 'content-type': form.type } : headers,
      body: form?.body ?? text ?? null,
    },
    incoming,
  );
  const head = await incoming.head;
  return { head, body: unpacked(incoming, head) };
}

async function readAll(body: Body, maxBytes = Number.POSITIVE_INFINITY): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  for (let size = 0; size <= maxBytes; ) {
    const { done, value } = await body.read();
    if (done) return chunks.length === 1 && chunks[0] ? chunks[0] : Buffer.concat(chunks);
    chunks.push(value);
    size += value.length;
  }
  await body.cancel();
  return Buffer.concat(chunks);
}

/** What a connection ends with when the other side closes it. */
const hungUp: readonly unknown[] = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET'];

/** Whether a request failed because the other side closed the connection. */
function isHungUp(error: unknown): boolean {
  return hungUp.includes((error as { code?: unknown }).code);
}
