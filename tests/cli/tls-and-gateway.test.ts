/** The command with a backend behind TLS, and behind a gateway that wants a key and a client certificate. */
import { execFile } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import {
  createServer as createHttpServer,
  type IncomingHttpHeaders,
  type IncomingMessage,
  request as sendRequest,
} from 'node:http';
import { createServer } from 'node:https';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { promisify } from 'node:util';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { afterAll, expect, onTestFinished, test } from 'vitest';
import { listen } from '../../cli/src/core/server-ports.ts';
import { reportFormatNames } from '../../cli/src/report/files.ts';
import { stubEnv } from '../../cli/src/testing/support.ts';
import { makeCertificateFiles } from '../support/installed-programs.ts';
import { runAdmissions } from '../support/run-command.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const gatewayKey = 'gateway-key-81f2';
const basicPassword = 'basic-password-5c';
const folder = await makeTemporaryFolder();
const certificateFiles = await makeCertificateFiles(folder);
const certificateBytes = await readFile(certificateFiles.certFile);
const tlsMaterial = {
  cert: certificateBytes,
  ca: certificateBytes,
  key: await readFile(certificateFiles.keyFile),
};
/** The headers of each request to the gateway. */
const headersOfRequests: IncomingHttpHeaders[] = [];

/** Serves a mock behind TLS. @param isAllowed says which requests are passed on; others get 403 @returns its address */
async function serveBehindTls(faults: string[], isAllowed: (request: IncomingMessage) => boolean) {
  const mock = await serve(await createBackend({ faults }));
  const tlsOptions = { ...tlsMaterial, requestCert: true, rejectUnauthorized: false };
  const gateway = createServer(tlsOptions, (request, response) => {
    const { method, headers, url = '' } = request;
    headersOfRequests.push(headers);
    if (!isAllowed(request))
      return void response.writeHead(403).end('{"message":"The gateway says no"}');
    // The response repeats the key: no report may have it.
    const mockOptions = { method, headers: { ...headers, host: new URL(mock.url).host } };
    const mockRequest = sendRequest(new URL(url, mock.url), mockOptions, (mockResponse) => {
      response.writeHead(mockResponse.statusCode ?? 502, {
        ...mockResponse.headers,
        'x-key-was': gatewayKey,
      });
      mockResponse.pipe(response);
    });
    request.pipe(mockRequest);
  });
  const { url, close } = await listen(gateway, 0);
  afterAll(async () => {
    await close();
    await mock.close();
  });
  return url.replace('http:', 'https:');
}

const tlsUrl = await serveBehindTls([], () => true);
/** A gateway with a key, which asks for a client certificate. */
const gatewayUrl = await serveBehindTls(
  ['login-500'],
  ({ socket, headers }) =>
    (socket as TLSSocket).authorized && headers['x-gateway-key'] === gatewayKey,
);

/** Runs `smoke` on the server without a gateway key. @returns the exit code and the first line of the output */
async function runSmoke() {
  const { exitCode, stdout } = await runAdmissions('smoke', '--target', tlsUrl);
  return { exitCode, verdict: stdout.split('\n')[0] };
}

const unknownAuthorityPattern =
  /the secure connection failed \(certificate or protocol\): DEPTH_ZERO_SELF_SIGNED_CERT; .* connection\.caFile/;

test('an untrusted certificate is reported by the name of the error, with the setting that helps', async () => {
  const { exitCode, verdict } = await runSmoke();
  expect(exitCode).toBe(3);
  expect(verdict).toMatch(/^NOT REACHED: programs\.list: the secure connection failed/);
  expect(verdict).toMatch(unknownAuthorityPattern);
});

test('a nightly run warns of a certificate that is good for less than two weeks, and is good nevertheless', async () => {
  stubEnv({ NODE_EXTRA_CA_CERTS: certificateFiles.certFile });
  const reportPath = join(folder, 'certificate.prom');
  const reportFlags = ['--report', `prometheus=${reportPath}`];
  const { exitCode, stdout } = await runAdmissions('smoke', '--target', tlsUrl, ...reportFlags);
  expect(exitCode).toBe(0);
  expect(stdout).toMatch(/^Warning: the certificate of the API has 1 day left, until \d{4}-/m);
  const [, endSeconds] =
    /certificate_expiry_timestamp_seconds\{.*\} (\d+)/.exec(await readFile(reportPath, 'utf8')) ??
    [];
  expect(Number(endSeconds)).toBeGreaterThan(Date.now() / 1000);
});

test('an expired certificate is reported with the time of this machine, whose clock may be wrong', async () => {
  const certFile = join(folder, 'expired.pem');
  const { keyFile } = certificateFiles;
  await promisify(execFile)('openssl', [
    ...['x509', '-in', certificateFiles.certFile, '-signkey', keyFile],
    ...['-days', '-1', '-out', certFile],
  ]);
  const server = createServer({ cert: await readFile(certFile), key: await readFile(keyFile) });
  const { url, close } = await listen(server, 0);
  onTestFinished(close);
  stubEnv({ NODE_EXTRA_CA_CERTS: certFile });
  const { exitCode, stdout } = await runAdmissions(
    'smoke',
    '--target',
    url.replace('http:', 'https:'),
  );
  expect(exitCode).toBe(3);
  expect(stdout).toMatch(
    /^NOT REACHED: programs\.list: .*: CERT_HAS_EXPIRED; the clock of this machine says \d{4}-\d\d-\d\d \d\d:\d\d UTC$/m,
  );
});

/** Each of these commands opens the target in its own code. */
const commands = [
  ['journey'],
  ['check', '--only', 'programs.list/answers'],
  ['doctor'],
  ['detect'],
  ['load', '--applicants', '1', '--concurrency', '1'],
  ['journey', '--wait', '60'],
];

test.for(commands)('%j names the setting that helps', async (command) => {
  const { exitCode, stdout, stderr } = await runAdmissions(...command, '--target', tlsUrl);
  expect((stdout + stderr).replace(/\s+/g, ' ')).toMatch(unknownAuthorityPattern);
  expect(exitCode).not.toBe(0);
});

test.for([['smoke'], ...commands])(
  '%j says which target to set where the backend redirects to https',
  async (command) => {
    const redirectingServer = createHttpServer(({ url, headers }, response) => {
      response.writeHead(308, { location: `https://${headers.host}${url}` }).end('Moved');
    });
    const { url, close } = await listen(redirectingServer, 0);
    onTestFinished(close);
    const { exitCode, stdout, stderr } = await runAdmissions(...command, '--target', url);
    const httpsUrl = url.replace('http:', 'https:');
    expect((stdout + stderr).replace(/\s+/g, ' ')).toContain(
      `a redirect to ${httpsUrl}, which no call follows; set "target" to ${httpsUrl}`,
    );
    expect(exitCode).not.toBe(0);
  },
);

test("a college's own certificate authority is trusted by NODE_EXTRA_CA_CERTS", async () => {
  stubEnv({ NODE_EXTRA_CA_CERTS: certificateFiles.certFile });
  const { exitCode, verdict } = await runSmoke();
  expect(verdict).toMatch(/^GOOD: APPLIED/);
  expect(exitCode).toBe(0);
});

/** Writes a configuration of the gateway with these `connection` settings. @returns the flags that name it */
async function writeConfigFlags(connection: object): Promise<string[]> {
  const file = join(folder, 'admissions.config.json');
  await writeFile(file, JSON.stringify({ target: gatewayUrl, connection }));
  stubEnv({ GATEWAY_KEY: gatewayKey, ADMISSIONS_BASIC_PASSWORD: basicPassword });
  return ['--config', file];
}

const clientCertificate = () => ({
  certFile: certificateFiles.certFile,
  keyFile: certificateFiles.keyFile,
});

test('the command passes a gateway with the configured secrets, which are in no report', async () => {
  const configFlags = await writeConfigFlags({
    headers: { 'X-Gateway-Key': '{env:GATEWAY_KEY}' },
    basicAuth: { user: 'qa' },
    clientCertificate: clientCertificate(),
    caFile: certificateFiles.certFile,
  });
  const reportFiles = reportFormatNames.map((format) => [format, join(folder, `report.${format}`)]);
  const reportFlags = reportFiles.flatMap(([format, file]) => ['--report', `${format}=${file}`]);
  headersOfRequests.length = 0;
  const run = await runAdmissions(
    'check',
    '--operation',
    'auth.login',
    ...configFlags,
    ...reportFlags,
  );
  expect(run.exitCode).toBe(1);
  expect(run.stdout).toMatch(/x-gateway-key: \$GATEWAY_KEY"/);
  const [, requestId = ''] = /request {3}(admissions-[0-9a-f]{8}-\d+)$/m.exec(run.stdout) ?? [];
  const matchingHeaders = headersOfRequests.filter(
    (headers) => headers['x-request-id'] === requestId,
  );
  expect(matchingHeaders).toHaveLength(1);
  expect(matchingHeaders[0]?.['user-agent']).toMatch(/^admissions\/\d+\.\d+\.\d+$/);
  expect(matchingHeaders[0]?.traceparent).toMatch(/^00-/);
  const reportTexts = await Promise.all(reportFiles.map(([, file = '']) => readFile(file, 'utf8')));
  const credentials = Buffer.from(`qa:${basicPassword}`).toString('base64');
  for (const text of [run.stdout, run.stderr, ...reportTexts]) {
    for (const secret of [gatewayKey, basicPassword, credentials])
      expect(text).not.toContain(secret);
  }
});

test('a gateway refuses a client without a certificate, and the report repeats its message', async () => {
  const configFlags = await writeConfigFlags({
    headers: { 'X-Gateway-Key': '{env:GATEWAY_KEY}' },
    caFile: certificateFiles.certFile,
  });
  const { exitCode, stdout } = await runAdmissions('smoke', ...configFlags);
  expect(stdout).toMatch(/^BROKEN: programs\.list: .*403.*The gateway says no/);
  expect(exitCode).toBe(1);
});
