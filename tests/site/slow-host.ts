/** A host in front of the site that takes its time for pages, as a network does that hangs, or answers otherwise. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';

export interface SlowHost {
  site: string;
  /** How long a page takes from now on, in milliseconds. */
  delayMs: number;
  /** Stands at the end of each page from now on. */
  mark: string;
  /** Is run by the worker, before its own script, from now on. */
  inWorker: string;
  /** Changes settings and policy from now on. */
  rewrite: (text: string) => string;
  close(): void;
}

/** @param site what it stands in front of */
export async function startSlowHost(site: string): Promise<SlowHost> {
  const server = createServer(async ({ method = 'GET', url = '/', headers }, answer) => {
    const isPage = headers['sec-fetch-dest'] === 'document';
    const given = await fetch(site + url, { method });
    const body = Buffer.from(await given.arrayBuffer());
    if (isPage || method === 'HEAD') await wait(host.delayMs);
    answer.writeHead(given.status, {
      'content-type': given.headers.get('content-type') ?? '',
      'content-security-policy': host.rewrite(given.headers.get('content-security-policy') ?? ''),
    });
    if (isPage) answer.write(body);
    if (url.startsWith('/worker.js')) answer.write(host.inWorker);
    answer.end(isPage ? host.mark : url === '/config.json' ? host.rewrite(String(body)) : body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const host: SlowHost = {
    site: `http://127.0.0.1:${port}`,
    delayMs: 0,
    mark: '',
    inWorker: '',
    rewrite: (text) => text,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
  return host;
}
