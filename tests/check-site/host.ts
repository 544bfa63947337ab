/** A host in front of the built site that gets one thing wrong. */
import {
  createServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
  type ServerResponse,
} from 'node:http';
import { createServer as createTlsServer } from 'node:https';
import { onTestFinished } from 'vitest';
import { listen } from '../../cli/src/process/listen.ts';

/** Where the site and its API are in truth. */
export interface Origins {
  site: string;
  api: string;
}

/** An answer on its way. */
export interface Answer {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}
/** What a host gets wrong: it changes the answer to a path. */
export type Mistake = (path: string, answer: Answer, asked: IncomingHttpHeaders) => void;

interface Asked {
  url?: string | undefined;
  method?: string | undefined;
  headers: IncomingHttpHeaders;
}

/** Asks, and takes the answer as it comes over the wire. */
async function fetchRaw(address: string, { method, headers }: Asked): Promise<Answer> {
  const answer = await new Promise<IncomingMessage>((resolve, reject) => {
    request(address, { method, headers, agent: false }, resolve).once('error', reject).end();
  });
  const chunks: Buffer[] = [];
  for await (const chunk of answer) chunks.push(chunk);
  const told = Object.entries(answer.headers).map(([name, value]) => [name, String(value)]);
  return {
    status: answer.statusCode ?? 502,
    headers: Object.fromEntries(told),
    body: Buffer.concat(chunks),
  };
}

/** Answers as the site does, but for the mistake. */
async function answerOf(
  asked: Asked,
  own: string,
  { site, api }: Origins,
  mistake: Mistake,
): Promise<Answer> {
  const { url: path = '/' } = asked;
  const { host: _host, connection: _connection, ...headers } = asked.headers;
  // The mock lets in the site that it knows.
  if (headers.origin === own) headers.origin = site;
  const from = path.startsWith('/api/') ? api : site;
  const answer = await fetchRaw(from + path, { method: asked.method, headers });
  for (const name of ['transfer-encoding', 'content-length', 'connection', 'keep-alive']) {
    delete answer.headers[name];
  }
  const swap = (text: string) => text.replaceAll(site, own).replaceAll(api, own);
  for (const [name, value] of Object.entries(answer.headers)) answer.headers[name] = swap(value);
  if (path === '/config.json' && !answer.headers['content-encoding']) {
    answer.body = Buffer.from(swap(answer.body.toString()));
  }
  mistake(path, answer, asked.headers);
  return answer;
}

export interface Tls {
  cert: Buffer;
  key: Buffer;
}

/** Serves a site with a mistake until the test ends. @returns its address */
export async function hostOf(origins: Origins, mistake: Mistake, tls?: Tls): Promise<string> {
  let own = '';
  const serve = async (asked: IncomingMessage, answer: ServerResponse) => {
    const { status, headers, body } = await answerOf(asked, own, origins, mistake);
    answer.writeHead(status, headers).end(body);
  };
  const listener = (asked: IncomingMessage, answer: ServerResponse) => {
    serve(asked, answer).catch(() => answer.destroy());
  };
  const server = tls ? createTlsServer(tls, listener) : createServer(listener);
  const listening = await listen(server, 0);
  onTestFinished(listening.close);
  own = tls ? listening.url.replace('http:', 'https:') : listening.url;
  return own;
}
