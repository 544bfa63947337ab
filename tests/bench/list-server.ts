/** The cheapest server that answers a list of the contract; prints its address. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const body = JSON.stringify(
  [1, 2, 3].map((id) => ({ id, content: 'Online degrees for Ethiopia.' })),
);
const headers = {
  'content-type': 'application/json',
  'content-length': String(Buffer.byteLength(body)),
};
const server = createServer((_request, response) => response.writeHead(200, headers).end(body));
server.listen(0, '127.0.0.1', () =>
  console.log(`http://127.0.0.1:${(server.address() as AddressInfo).port}`),
);
