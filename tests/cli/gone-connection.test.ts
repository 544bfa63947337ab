/** A wait for mail or for the exam's end, in which something on the way has forgotten the connections without a word. */
import { createServer, type Server } from 'node:http';
import type { Socket } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createBackend } from '@one-planet/mocks';
import { expect, onTestFinished, test } from 'vitest';
import { listen } from '../../cli/src/core/server-ports.ts';
import { runWith, serveTest } from '../../cli/src/testing/support.ts';

const siteOrigin = 'https://college.example';

/** A mock behind a server that hangs up on whoever comes with a connection that it has forgotten. */
async function serveForgetful() {
  const backend = await createBackend({ siteOrigin, examMinutes: 0.005 });
  const sockets = new Set<Socket>();
  const forgotten = new WeakSet<Socket>();
  const forget = () => {
    for (const socket of sockets) forgotten.add(socket);
  };
  const server: Server = createServer(async (request, response) => {
    const { socket, method, url, headers } = request;
    if (forgotten.has(socket)) return void socket.destroy();
    const body = method === 'GET' ? null : new Uint8Array(await buffer(request));
    const answer = await backend.fetch(
      new Request(`http://x.example${url}`, { method, headers: headers as HeadersInit, body }),
    );
    if (url?.endsWith('/exams/private/create')) forget();
    const bytes = Buffer.from(await answer.arrayBuffer());
    response.writeHead(answer.status, Object.fromEntries(answer.headers)).end(bytes);
  }).on('connection', (socket) => sockets.add(socket));
  const { url, close } = await listen(server, 0);
  onTestFinished(close);
  const mailsTo = async (email: string) => {
    const address = `http://x.example/_mock/outbox.json?to=${encodeURIComponent(email)}`;
    const answer = await backend.fetch(new Request(address));
    return (await answer.json()) as { id: number; to: string; sentAt: string; text: string }[];
  };
  return { url, forget, mailsTo };
}

/** A Mailpit that has a mail from the fifth look on; by then the connections are forgotten. */
async function serveMailpit({ forget, mailsTo }: Awaited<ReturnType<typeof serveForgetful>>) {
  const looks = new Map<string, number>();
  return serveTest(async (request, response) => {
    const { pathname, searchParams } = new URL(String(request.url), 'http://x.example');
    const [, email = ''] = /^to:"(.*)"$/.exec(searchParams.get('query') ?? '') ?? [];
    if (pathname.endsWith('/search')) {
      const look = (looks.get(email) ?? 0) + 1;
      looks.set(email, look);
      if (look === 5) forget();
      const mails = look < 5 ? [] : await mailsTo(email);
      const messages = mails.map(({ id, to, sentAt }) => ({ ID: `${id} ${to}`, Created: sentAt }));
      return void response.end(JSON.stringify({ messages }));
    }
    const [, id = '', to = ''] = /\/message\/(\S+) (.*)$/.exec(decodeURIComponent(pathname)) ?? [];
    const mail = (await mailsTo(to)).find((one) => String(one.id) === id);
    response.end(JSON.stringify({ To: [{ Address: to }], Text: mail?.text }));
  });
}

test.for([['journey'], ['smoke'], ['load', '--applicants', '3', '--concurrency', '1']])(
  'after a wait, %s goes on by a fresh connection',
  async (command) => {
    const backend = await serveForgetful();
    const mailbox = { use: 'mailpit', url: await serveMailpit(backend), everyMs: 60 };
    const config = { target: backend.url, siteOrigin, mailbox, exam: 'timeout' };
    const { code, stdout, stderr } = await runWith(config, command);
    expect(stdout + stderr).not.toMatch(/not reached|ECONNRESET|UND_ERR_SOCKET/i);
    expect(code).toBe(0);
  },
);
