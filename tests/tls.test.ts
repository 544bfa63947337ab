/** A backend behind TLS, like every real one. */
import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { request } from 'node:http';
import { createServer } from 'node:https';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest';
import { listen } from '../cli/src/process/listen.ts';
import { admissions } from './admissions.ts';
import { type Certificate, makeCertificate } from './certificate.ts';

let folder: string;
let certificate: Certificate;
let target: string;
const open: { close: () => Promise<void> }[] = [];

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'tls-'));
  certificate = await makeCertificate(folder);
  const [cert, key] = [await readFile(certificate.certFile), await readFile(certificate.keyFile)];
  const mock = await serve(await createBackend({}));
  const front = createServer({ cert, key }, (asked, answer) => {
    const { method, headers } = asked;
    const passed = request(new URL(asked.url ?? '', mock.url), { method, headers }, (answered) => {
      answer.writeHead(answered.statusCode ?? 502, answered.headers);
      answered.pipe(answer);
    });
    asked.pipe(passed);
  });
  const { url, close } = await listen(front, 0);
  open.push({ close }, mock);
  target = url.replace('http:', 'https:');
});
afterAll(async () => {
  for (const server of open) await server.close();
  await rm(folder, { recursive: true });
});

/** @returns the exit code and the first line */
async function smoke() {
  const { exitCode, stdout } = await admissions('smoke', '--target', target);
  return { exitCode, verdict: stdout.split('\n')[0] };
}

test('a certificate that nobody vouches for is told by its name', async () => {
  expect(await smoke()).toEqual({
    exitCode: 3,
    verdict:
      'NOT REACHED: programs.list: the secure connection failed (certificate or protocol): DEPTH_ZERO_SELF_SIGNED_CERT',
  });
});

test("a college's own certificate authority is trusted by NODE_EXTRA_CA_CERTS", async () => {
  vi.stubEnv('NODE_EXTRA_CA_CERTS', certificate.certFile);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { exitCode, verdict } = await smoke();
  expect(verdict).toMatch(/^GOOD: APPLIED/);
  expect(exitCode).toBe(0);
});
