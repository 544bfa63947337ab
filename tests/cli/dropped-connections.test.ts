/** A wait for mail or for the exam's end, during which a proxy drops the idle connections without closing them. */
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createBackend } from '@one-planet/mocks';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../cli/src/core/server-ports.ts';
import { runWithConfig, serveTest } from '../../cli/src/testing/support.ts';

const siteOrigin = 'https://college.example';

/**
 * A mock behind a server. `dropConnections` marks the open connections; the next request over one of them resets it, as
 * a proxy does that has forgotten the connection.
 */
async function serveWithDroppedConnections() {
  const backend = await createBackend({ siteOrigin, examMinutes: 0.005 });
  const sockets = new Set<Socket>();
  const droppedSockets = new WeakSet<Socket>();
  const dropConnections = () => {
    for (const socket of sockets) droppedSockets.add(socket);
  };
  const server: Server = createServer(async (request, response) => {
    const { socket, method, url, headers } = request;
    if (droppedSockets.has(socket)) return void socket.destroy();
    const requestBody = method === 'GET' ? null : new Uint8Array(await buffer(request));
    const backendResponse = await backend.fetch(
      new Request(`http://x.example${url}`, {
        method,
        headers: headers as HeadersInit,
        body: requestBody,
      }),
    );
    if (url?.endsWith('/exams/private/create')) dropConnections();
    const responseBytes = Buffer.from(await backendResponse.arrayBuffer());
    response
      .writeHead(backendResponse.status, Object.fromEntries(backendResponse.headers))
      .end(responseBytes);
  }).on('connection', (socket) => sockets.add(socket));
  const { url, close } = await listen(server, 0);
  onTestFinished(close);
  const readMailsTo = async (email: string) => {
    const outboxUrl = `http://x.example/_mock/outbox.json?to=${encodeURIComponent(email)}`;
    const outboxResponse = await backend.fetch(new Request(outboxUrl));
    return (await outboxResponse.json()) as {
      id: number;
      to: string;
      sentAt: string;
      text: string;
    }[];
  };
  return { url, dropConnections, mailsTo: readMailsTo };
}

/** A Mailpit whose fifth search is the first to find the mail; at that moment the backend's connections are dropped. */
async function serveMailpit({
  dropConnections,
  mailsTo: readMailsTo,
}: Awaited<ReturnType<typeof serveWithDroppedConnections>>) {
  const searchCounts = new Map<string, number>();
  return serveTest(async (request, response) => {
    const { pathname, searchParams } = new URL(String(request.url), 'http://x.example');
    const [, email = ''] = /^to:"(.*)"$/.exec(searchParams.get('query') ?? '') ?? [];
    if (pathname.endsWith('/search')) {
      const searchCount = (searchCounts.get(email) ?? 0) + 1;
      searchCounts.set(email, searchCount);
      if (searchCount === 5) dropConnections();
      const mails = searchCount < 5 ? [] : await readMailsTo(email);
      const messages = mails.map(({ id, to, sentAt }) => ({ ID: `${id} ${to}`, Created: sentAt }));
      return void response.end(JSON.stringify({ messages }));
    }
    const [, id = '', to = ''] = /\/message\/(\S+) (.*)$/.exec(decodeURIComponent(pathname)) ?? [];
    const mail = (await readMailsTo(to)).find((candidate) => String(candidate.id) === id);
    response.end(JSON.stringify({ To: [{ Address: to }], Text: mail?.text }));
  });
}

test.for([['journey'], ['smoke'], ['load', '--applicants', '3', '--concurrency', '1']])(
  'after a wait, %s opens a new connection',
  async (command) => {
    const backend = await serveWithDroppedConnections();
    const mailbox = { use: 'mailpit', url: await serveMailpit(backend), everyMs: 60 };
    const config = { target: backend.url, siteOrigin, mailbox, exam: 'timeout' };
    const { code, stdout, stderr } = await runWithConfig(config, command);
    expect(stdout + stderr).not.toMatch(/not reached|ECONNRESET|UND_ERR_SOCKET/i);
    expect(code).toBe(0);
  },
);
