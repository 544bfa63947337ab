/** A proxy in front of a backend that lets a test act on each request before it is forwarded, and after it took effect. */
import { createServer, type IncomingMessage } from 'node:http';
import { type Listening, listen } from '../../cli/src/process/listen.ts';

export interface Passing {
  /** E.g. `POST /api/exams/private/create`, without what belongs to one applicant. */
  name: string;
  phase: 'asked' | 'answered';
  /** Of the answer. */
  status?: number;
  body?: string;
}

/** @param act true stops: the request is not forwarded, or its answer is never seen */
export async function startProxy(
  backend: string,
  act: (passing: Passing) => boolean | Promise<boolean>,
): Promise<Listening> {
  const server = createServer(async (request, response) => {
    const name = nameOf(request);
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (await act({ name, phase: 'asked' })) return;
    const { host: _, connection: __, ...headers } = request.headers;
    const answer = await fetch(`${backend}${request.url}`, {
      method: request.method ?? 'GET',
      headers: headers as Record<string, string>,
      ...(chunks.length > 0 ? { body: Buffer.concat(chunks) } : {}),
      redirect: 'manual',
    });
    const bytes = Buffer.from(await answer.arrayBuffer());
    const { status } = answer;
    if (await act({ name, phase: 'answered', status, body: bytes.toString('utf8') })) return;
    response.writeHead(status, {
      'content-type': answer.headers.get('content-type') ?? 'text/plain',
      'content-length': bytes.length,
    });
    response.end(bytes);
  });
  return listen(server, 0);
}

/** Drops tokens, addresses and codes, which follow the operation's name. */
function nameOf({ method, url = '' }: IncomingMessage): string {
  const path = url.replace(/\?.*/, '').split('/').slice(0, 5).join('/');
  return `${method} ${path}`;
}
