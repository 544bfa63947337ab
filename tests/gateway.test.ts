/** A staging server as companies have them: behind a gateway with a key, which asks for a client certificate. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { type IncomingHttpHeaders, request } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TLSSocket } from 'node:tls';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../cli/src/process/listen.ts';
import { reportFormatNames } from '../cli/src/report/index.ts';
import { admissions } from './admissions.ts';
import { type Certificate, makeCertificate } from './certificate.ts';

const key = 'gateway-key-81f2';
const password = 'basic-password-5c';
let folder: string;
let certificate: Certificate;
let target: string;
const seen: IncomingHttpHeaders[] = [];
const open: { close: () => Promise<void> }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'gateway-'));
  certificate = await makeCertificate(folder);
  const cert = await readFile(certificate.certFile);
  const mock = await serve(await createBackend({ faults: ['login-500'] }));
  const tls = { cert, ca: cert, key: await readFile(certificate.keyFile) };
  const gateway = createServer({ ...tls, requestCert: true, rejectUnauthorized: false });
  gateway.on('request', (asked, answer) => {
    const { method, headers, url = '' } = asked;
    seen.push(headers);
    const isLetIn = (asked.socket as TLSSocket).authorized && headers['x-gateway-key'] === key;
    if (!isLetIn) return void answer.writeHead(403).end('{"message":"The gateway says no"}');
    // It shows what it got, as gateways under test do.
    const passed = request(new URL(url, mock.url), { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, { ...answered.headers, 'x-key-was': key });
      answered.pipe(answer);
    });
    asked.pipe(passed);
  });
  const { url, close } = await listen(gateway, 0);
  open.push({ close }, mock);
  target = url.replace('http:', 'https:');
});
afterAll(async () => {
  for (const server of open) await server.close();
  await rm(folder, { recursive: true });
});

/** @returns the flag that names a configuration with this connection */
async function configured(connection: object): Promise<string[]> {
  const file = join(folder, 'admissions.config.json');
  await writeFile(file, JSON.stringify({ target, connection }));
  vi.stubEnv('GATEWAY_KEY', key);
  vi.stubEnv('ADMISSIONS_BASIC_PASSWORD', password);
  onTestFinished(() => void vi.unstubAllEnvs());
  return ['--config', file];
}

const files = () => ({ certFile: certificate.certFile, keyFile: certificate.keyFile });

test('is passed with what it asks for, and no report says what that is', async () => {
  const config = await configured({
    headers: { 'X-Gateway-Key': '{env:GATEWAY_KEY}' },
    basicAuth: { user: 'qa' },
    clientCertificate: files(),
    caFile: certificate.certFile,
  });
  const named = reportFormatNames.map((format) => [format, join(folder, `report.${format}`)]);
  const reports = named.flatMap(([format, file]) => ['--report', `${format}=${file}`]);
  seen.length = 0;
  const ran = await admissions('check', '--operation', 'auth.login', ...config, ...reports);
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

test('says no to who has no certificate, and the report repeats its words', async () => {
  const config = await configured({
    headers: { 'X-Gateway-Key': '{env:GATEWAY_KEY}' },
    caFile: certificate.certFile,
  });
  const { exitCode, stdout } = await admissions('smoke', ...config);
  expect(stdout).toMatch(/^BROKEN: programs\.list: .*403.*The gateway says no/);
  expect(exitCode).toBe(1);
});

test('is not asked with a key whose variable is not set', async () => {
  const config = await configured({ headers: { 'X-Gateway-Key': '{env:NOT_SET_ANYWHERE}' } });
  seen.length = 0;
  const { exitCode, stderr } = await admissions('smoke', ...config);
  expect(stderr).toContain('NOT_SET_ANYWHERE, which is not set');
  expect([exitCode, seen.length]).toEqual([2, 0]);
});
