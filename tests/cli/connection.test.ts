/** A backend behind TLS, like every real one, and behind a gateway, as companies have them on staging. */
import { readFile, writeFile } from 'node:fs/promises';
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request,
} from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../cli/src/core/server-ports.ts';
import { reportFormatNames } from '../../cli/src/report/files.ts';
import { stubEnv } from '../../cli/src/testing/support.ts';
import { makeCertificate } from '../support/installed-programs.ts';
import { runAdmissions } from '../support/run-command.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const key = 'gateway-key-81f2';
const password = 'basic-password-5c';
const folder = await makeTemporaryFolder();
const certificate = await makeCertificate(folder);
const cert = await readFile(certificate.certFile);
const tls = { cert, ca: cert, key: await readFile(certificate.keyFile) };
/** The headers of each request to the gateway. */
const seen: IncomingHttpHeaders[] = [];

/** A mock behind TLS. @param lets says who is let in @returns its address */
async function behindTls(faults: string[], lets: (asked: IncomingMessage) => boolean) {
  const mock = await serve(await createBackend({ faults }));
  const options = { ...tls, requestCert: true, rejectUnauthorized: false };
  const front = createServer(options, (asked, answer) => {
    const { method, headers, url = '' } = asked;
    seen.push(headers);
    if (!lets(asked)) return void answer.writeHead(403).end('{"message":"The gateway says no"}');
    // It shows what it got, as gateways under test do.
    const passed = request(new URL(url, mock.url), { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, { ...answered.headers, 'x-key-was': key });
      answered.pipe(answer);
    });
    asked.pipe(passed);
  });
  const { url, close } = await listen(front, 0);
  afterAll(async () => {
    await close();
    await mock.close();
  });
  return url.replace('http:', 'https:');
}

const open = await behindTls([], () => true);
/** A gateway with a key, which asks for a client certificate. */
const target = await behindTls(
  ['login-500'],
  ({ socket, headers }) => (socket as TLSSocket).authorized && headers['x-gateway-key'] === key,
);

/** @returns the exit code and the first line */
async function smoke() {
  const { exitCode, stdout } = await runAdmissions('smoke', '--target', open);
  return { exitCode, verdict: stdout.split('\n')[0] };
}

const unknownAuthority =
  /the secure connection failed \(certificate or protocol\): DEPTH_ZERO_SELF_SIGNED_CERT; .* connection\.caFile/;

test('a certificate that nobody vouches for is reported by its name, with the setting that helps', async () => {
  const { exitCode, verdict } = await smoke();
  expect(exitCode).toBe(3);
  expect(verdict).toMatch(/^NOT REACHED: programs\.list: the secure connection failed/);
  expect(verdict).toMatch(unknownAuthority);
});

/** Each opens the target in its own way. */
const commands = [
  ['journey'],
  ['check', '--only', 'programs.list/answers'],
  ['call', 'programs.list'],
  ['doctor'],
  ['detect'],
  ['load', '--applicants', '1', '--concurrency', '1'],
  ['journey', '--wait', '60'],
];

test.for(commands)('%j names the setting that helps', async (command) => {
  const { exitCode, stdout, stderr } = await runAdmissions(...command, '--target', open);
  expect((stdout + stderr).replace(/\s+/g, ' ')).toMatch(unknownAuthority);
  expect(exitCode).not.toBe(0);
});

test.for([['smoke'], ...commands])(
  '%j says which target to set where the backend redirects to https',
  async (command) => {
    const moved = createHttpServer(({ url, headers }, response) => {
      response.writeHead(308, { location: `https://${headers.host}${url}` }).end('Moved');
    });
    const { url, close } = await listen(moved, 0);
    onTestFinished(close);
    const { exitCode, stdout, stderr } = await runAdmissions(...command, '--target', url);
    const target = url.replace('http:', 'https:');
    expect((stdout + stderr).replace(/\s+/g, ' ')).toContain(
      `a redirect to ${target}, which no call follows; set "target" to ${target}`,
    );
    expect(exitCode).not.toBe(0);
  },
);

test("a college's own certificate authority is trusted by NODE_EXTRA_CA_CERTS", async () => {
  stubEnv({ NODE_EXTRA_CA_CERTS: certificate.certFile });
  const { exitCode, verdict } = await smoke();
  expect(verdict).toMatch(/^GOOD: APPLIED/);
  expect(exitCode).toBe(0);
});

/** @returns the flag that names a configuration with this connection */
async function configured(connection: object): Promise<string[]> {
  const file = join(folder, 'admissions.config.json');
  await writeFile(file, JSON.stringify({ target, connection }));
  stubEnv({ GATEWAY_KEY: key, ADMISSIONS_BASIC_PASSWORD: password });
  return ['--config', file];
}

const files = () => ({ certFile: certificate.certFile, keyFile: certificate.keyFile });

test('a gateway is passed with what it asks for, and no report says what that is', async () => {
  const config = await configured({
    headers: { 'X-Gateway-Key': '{env:GATEWAY_KEY}' },
    basicAuth: { user: 'qa' },
    clientCertificate: files(),
    caFile: certificate.certFile,
  });
  const named = reportFormatNames.map((format) => [format, join(folder, `report.${format}`)]);
  const reports = named.flatMap(([format, file]) => ['--report', `${format}=${file}`]);
  seen.length = 0;
  const ran = await runAdmissions('check', '--operation', 'auth.login', ...config, ...reports);
  expect(ran.exitCode).toBe(1);
  expect(ran.stdout).toMatch(/x-gateway-key: \$GATEWAY_KEY"/);
  const [, id = ''] = /request {3}(admissions-[0-9a-f]{8}-\d+)$/m.exec(ran.stdout) ?? [];
  const found = seen.filter((headers) => headers['x-request-id'] === id);
  expect(found).toHaveLength(1);
  expect(found[0]?.['user-agent']).toMatch(/^admissions\/\d+\.\d+\.\d+$/);
  expect(found[0]?.traceparent).toMatch(/^00-/);
  const texts = await Promise.all(named.map(([, file = '']) => readFile(file, 'utf8')));
  const credentials = Buffer.from(`qa:${password}`).toString('base64');
  for (const text of [ran.stdout, ran.stderr, ...texts]) {
    for (const secret of [key, password, credentials]) expect(text).not.toContain(secret);
  }
});

test('a gateway says no to who has no certificate, and the report repeats its words', async () => {
  const config = await configured({
    headers: { 'X-Gateway-Key': '{env:GATEWAY_KEY}' },
    caFile: certificate.certFile,
  });
  const { exitCode, stdout } = await runAdmissions('smoke', ...config);
  expect(stdout).toMatch(/^BROKEN: programs\.list: .*403.*The gateway says no/);
  expect(exitCode).toBe(1);
});
