/** A server to measure against, in a process of its own; prints its address. `list`, or `mock` with a number of applicants. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';

const [kind, applicants] = process.argv.slice(2);
console.log(kind === 'mock' ? await mock(Number(applicants)) : await list());

async function mock(applicants: number): Promise<string> {
  return (await serve(await createBackend({ applicants }))).url;
}

/** The cheapest server that answers a list of the contract. */
async function list(): Promise<string> {
  const body = JSON.stringify([1, 2, 3].map((id) => ({ id, content: 'Online degrees.' })));
  const headers = {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(body)),
  };
  const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}
