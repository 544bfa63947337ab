import { createServer, request as httpRequest } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { networkInterfaces } from 'node:os';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { runSecrets } from '../core/secrets.ts';
import { listen } from '../core/server-ports.ts';
import { connectionSchema } from '../core/settings.ts';
import { makeFolderWith, serveAndRecord, signal, stubEnv } from '../testing/support.ts';
import { createRequestIdMaker, openConnection, plainConnection } from './connection.ts';
import { createTransport } from './transport.ts';

const plainRequest = { method: 'GET', headers: {}, signal };

/** A server that writes down the headers it gets. */
async function serveAndRecordHeaders() {
  const { url, requests } = await serveAndRecord(() => ({ body: '[]' }));
  return { url, headersOf: () => requests.map(({ headers }) => headers) };
}

beforeEach(() => {
  const variableNames = ['http_proxy', 'https_proxy', 'no_proxy'];
  const namesInBothCases = [...variableNames, ...variableNames.map((name) => name.toUpperCase())];
  stubEnv(Object.fromEntries(namesInBothCases.map((name) => [name, undefined])));
});

function openTransportTo(
  backendOrigin: string,
  settings: Parameters<typeof openConnection>[0] = {},
) {
  const connection = openConnection(settings, '/');
  const transport = createTransport({ backendOrigin, connection });
  onTestFinished(transport.close);
  return { ...transport, connection };
}

describe("headers of one's own", () => {
  test('reach the backend with the value from the environment, and nobody else', async () => {
    vi.stubEnv('GATEWAY_KEY', 'key-of-the-gateway');
    const [backend, otherServer] = [await serveAndRecordHeaders(), await serveAndRecordHeaders()];
    const headers = { 'X-Gateway-Key': 'v1 {env:GATEWAY_KEY}', 'X-Team': 'nightly' };
    const { request, connection } = openTransportTo(backend.url, { headers });
    await request(`${backend.url}/api/x`, plainRequest);
    await request(`${otherServer.url}/api/x`, plainRequest);
    expect(backend.headersOf()[0]).toMatchObject({
      'x-gateway-key': 'v1 key-of-the-gateway',
      'x-team': 'nightly',
    });
    expect(otherServer.headersOf()[0]).not.toHaveProperty('x-gateway-key');
    expect(connection.headersToShow['x-gateway-key']).toBe('v1 {env:GATEWAY_KEY}');
    expect(runSecrets.hide('key-of-the-gateway')).toBe('[hidden]');
  });

  test('that no request can hold are a mistake, not a backend that is away', () => {
    for (const invalidKey of ['secret-key\n', 'secret-kéy']) {
      vi.stubEnv('GATEWAY_KEY', invalidKey);
      const openWithKeyHeader = () =>
        openConnection({ headers: { 'X-Key': '{env:GATEWAY_KEY}' } }, '/');
      expect(openWithKeyHeader).toThrow(/^GATEWAY_KEY cannot be sent in a header/);
      expect(openWithKeyHeader).not.toThrow(/secret/);
    }
    const openWithUnsetVariable = () =>
      openConnection({ headers: { 'X-Key': '{env:NOT_SET_ANYWHERE}' } }, '/');
    expect(openWithUnsetVariable).toThrow('NOT_SET_ANYWHERE, which is not set');
    for (const name of ['Transfer-Encoding', 'connection', 'Expect']) {
      expect(connectionSchema.safeParse({ headers: { [name]: 'x' } }).success).toBe(false);
    }
  });

  test('with a variable that is not written as one is refused', () => {
    for (const text of ['{env KEY}', 'v1 {env:KEY', '{ENV:}', '{ env:KEY }'])
      expect(connectionSchema.safeParse({ headers: { 'x-key': text } }).success).toBe(false);
    for (const text of ['{env:KEY}', 'v1 {env:KEY} {environment}', 'env KEY'])
      expect(connectionSchema.safeParse({ headers: { 'x-key': text } }).success).toBe(true);
  });

  test('do not replace what a request has anyway', () => {
    const parsing = connectionSchema.safeParse({ headers: { Authorization: 'x' } });
    expect(parsing.error?.issues[0]?.message).toMatch(/use "basicAuth"/);
  });
});

test('basic authentication leaves its place to the token of a session', async () => {
  vi.stubEnv('ADMISSIONS_BASIC_PASSWORD', 'gate');
  const { url, headersOf } = await serveAndRecordHeaders();
  const { request, connection } = openTransportTo(url, { basicAuth: { user: 'qa' } });
  await request(`${url}/api/x`, plainRequest);
  await request(`${url}/api/x`, { ...plainRequest, headers: { authorization: 'Bearer t' } });
  const credentials = Buffer.from('qa:gate').toString('base64');
  expect(headersOf().map(({ authorization }) => authorization)).toEqual([
    `Basic ${credentials}`,
    'Bearer t',
  ]);
  expect(JSON.stringify(connection.headersToShow)).not.toContain(credentials);
  expect(runSecrets.hide(credentials)).toBe('[hidden]');
});

test('a client certificate that cannot be read, or is none, is a mistake that names its setting', async () => {
  const folder = await makeFolderWith({ 'key.der': 'no PEM' });
  const openWithCertificate = (certFile: string) =>
    openConnection({ clientCertificate: { certFile, keyFile: 'key.der' } }, folder);
  expect(() => openWithCertificate('away.pem')).toThrow(
    /^connection: certFile cannot be read: ENOENT/,
  );
  expect(() => openWithCertificate('key.der')).toThrow(/certFile \(key\.der\) is not PEM/);
});

describe('a proxy of the environment', () => {
  /** A proxy to which every host is this one server; it writes down what it is asked. */
  async function startProxyTo(url: string) {
    const proxiedRequests: string[] = [];
    const { host } = new URL(url);
    const proxyServer = createServer((request, response) => {
      proxiedRequests.push(`${request.method} ${request.url}`);
      const { pathname } = new URL(request.url ?? '');
      httpRequest(`http://${host}${pathname}`, (proxiedResponse) =>
        proxiedResponse.pipe(response),
      ).end();
    });
    proxyServer.on('connect', (request, socket) => {
      proxiedRequests.push(`CONNECT ${request.url}`);
      const [name = '', port] = host.split(':');
      const upstreamSocket = connect(Number(port), name, () => {
        socket.write('HTTP/1.1 200 Connection established\r\n\r\n');
        upstreamSocket.pipe(socket).pipe(upstreamSocket);
      });
      for (const tunnelEnd of [upstreamSocket, socket]) tunnelEnd.on('error', () => {});
    });
    const { url: address, close } = await listen(proxyServer, 0);
    onTestFinished(close);
    return { asked: proxiedRequests, address };
  }

  function openTestTransport() {
    const transport = createTransport({ backendOrigin: '', connection: plainConnection });
    onTestFinished(transport.close);
    return transport;
  }

  test('is asked for a backend elsewhere', async () => {
    const { asked: proxiedHosts, address } = await startProxyTo(
      (await serveAndRecordHeaders()).url,
    );
    vi.stubEnv('HTTP_PROXY', address);
    const { status } = await openTestTransport().request(
      'http://backend.example/api/x',
      plainRequest,
    );
    expect([status, proxiedHosts]).toEqual([200, ['GET http://backend.example/api/x']]);
  });

  test('tunnels to TLS', async () => {
    const { asked: proxiedHosts, address } = await startProxyTo(
      (await serveAndRecordHeaders()).url,
    );
    vi.stubEnv('https_proxy', address);
    // The server behind speaks no TLS: that it was asked through the tunnel is what counts.
    await expect(
      openTestTransport().request('https://backend.example/api/x', plainRequest),
    ).rejects.toThrow();
    expect(proxiedHosts).toEqual(['CONNECT backend.example:443']);
  });

  test('is left out for this machine, and for what NO_PROXY names', async () => {
    const backend = await serveAndRecordHeaders();
    const { asked: proxiedHosts, address } = await startProxyTo(backend.url);
    vi.stubEnv('HTTP_PROXY', address);
    vi.stubEnv('NO_PROXY', 'backend.example');
    const { request } = openTestTransport();
    await request(`${backend.url}/api/x`, plainRequest);
    await expect(request('http://backend.example:1/api/x', plainRequest)).rejects.toThrow();
    expect([backend.headersOf().length, proxiedHosts]).toEqual([1, []]);
  });
});

test('every request has an id that begins alike, and a trace of its own', () => {
  const makeNextHeaders = createRequestIdMaker();
  const headersOfRequests = [makeNextHeaders(), makeNextHeaders(), createRequestIdMaker()()];
  const [firstId, secondId, idOfOtherRun] = headersOfRequests.map(
    (headers) => headers['x-request-id'],
  );
  expect(firstId).toMatch(/^admissions-[0-9a-f]{8}-1$/);
  expect(secondId).toBe(firstId?.replace(/1$/, '2'));
  expect(idOfOtherRun?.slice(0, -2)).not.toBe(firstId?.slice(0, -2));
  const traceHeaders = headersOfRequests.map(({ traceparent }) => traceparent);
  for (const traceHeader of traceHeaders)
    expect(traceHeader).toMatch(/^00-[0-9a-f]{32}-[0-9a-f]{16}-01$/);
  expect(new Set(traceHeaders).size).toBe(3);
});

/** Some machines have no IPv6 at all. */
const ownAddresses = Object.values(networkInterfaces())
  .flat()
  .map((interfaceAddress) => interfaceAddress?.address);
const loopbackAddresses = ['127.0.0.1', '::1'].filter((address) => ownAddresses.includes(address));

test.for(loopbackAddresses)('localhost is tried on both families: a server on %s', async (host) => {
  const server = createServer((_request, response) => response.end('here'));
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject).listen(0, host, resolve);
  });
  onTestFinished(() => void server.close().closeAllConnections());
  const { port } = server.address() as AddressInfo;
  const { request } = openTransportTo(`http://localhost:${port}`);
  const { bytes } = await request(`http://localhost:${port}/`, plainRequest);
  expect(String(bytes)).toBe('here');
});
