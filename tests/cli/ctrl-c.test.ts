/** Ctrl-C ends any command within a second, with what was found so far; what it waits for never answers here. */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { folderWith, serveMock, stubEnv } from '../../cli/src/testing/support.ts';
import { startAdmissions } from '../support/run-command.ts';

/** A second, and the patience of a busy machine. */
const limitMs = 5000;

/** Takes connections and says nothing. */
async function startSilent() {
  const server = createServer();
  const asked = once(server, 'connection');
  server.on('connection', (socket) => socket.on('error', () => {}));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  return { port, url: `http://127.0.0.1:${port}`, asked };
}

/** Starts a command, interrupts it once it waits, and returns how it ended. */
async function interrupted(args: string[], asked: Promise<unknown>) {
  const run = startAdmissions(...args);
  await Promise.race([asked, run.result]);
  const started = performance.now();
  run.interrupt();
  const ended = await run.result;
  expect(ended).toMatchObject({ exitCode: 130 });
  expect(performance.now() - started).toBeLessThan(limitMs);
  return ended;
}

test.each([
  ['check --target URL'],
  ['journey --target URL'],
  ['journey --target URL --count 5 --concurrency 3'],
  ['smoke --target URL'],
  ['detect --target URL --register'],
  ['doctor --target URL'],
  ['load --target URL --rate 2 --duration 60'],
  ['call programs.list --target URL'],
  ['check-site URL'],
])('%s', async (line) => {
  const { url, asked } = await startSilent();
  await interrupted(line.replaceAll('URL', url).split(' '), asked);
});

beforeEach(() => stubEnv({ ADMISSIONS_MAIL_PASSWORD: 'unused' }));

/** It hears no request to end, as programs that wait for another one may not. */
const deaf = (port: number) => `import { connect } from 'node:net';
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => {});
  connect(${port}, '127.0.0.1');`;

const command = { use: 'command', command: [process.execPath, './deaf.mjs'] };
const waits: [string, (port: number) => object][] = [
  ['an IMAP server', (port) => imap(port)],
  ['Mailpit', (port) => ({ mailbox: { use: 'mailpit', url: `http://127.0.0.1:${port}` } })],
  ['a mailbox command', () => ({ mailbox: command })],
  ['a staff command', () => ({ staff: command })],
  [
    'a staff system',
    (port) => ({
      staff: { use: 'http', requests: { verify: { url: `http://127.0.0.1:${port}/` } } },
    }),
  ],
];
const imap = (port: number) => ({
  mailbox: { use: 'imap', host: '127.0.0.1', port, security: 'none', user: 'nightly' },
});

test.each(waits)('check, while %s is waited for, reports what it found', async (_, adapter) => {
  const { port, asked } = await startSilent();
  const folder = await folderWith({
    'deaf.mjs': deaf(port),
    'c.json': { target: await serveMock(), ...adapter(port) },
  });
  const file = join(folder, 'report.json');
  const args = ['check', '--config', join(folder, 'c.json'), '--report', `json=${file}`];
  const { stdout } = await interrupted(args, asked);
  expect(stdout).toMatch(/ended early: interrupted/);
  const { ended, exitCode, results } = JSON.parse(await readFile(file, 'utf8'));
  expect({ ended, exitCode }).toEqual({ ended: 'interrupted', exitCode: 130 });
  expect(results.length).toBeGreaterThan(20);
});

test('a clean-up that does not end is given up', async () => {
  const { port, asked } = await startSilent();
  const folder = await folderWith({
    'deaf.mjs': deaf(port),
    'c.json': {
      target: await serveMock(),
      staff: { use: 'http', requests: { verify: { url: `http://127.0.0.1:${port}/` } } },
      cleanUp: command,
    },
  });
  const args = ['journey', '--config', join(folder, 'c.json')];
  const { stdout, stderr } = await interrupted(args, asked);
  expect(stdout).toMatch(/Interrupted at step "verify"/);
  expect(stderr).toMatch(/what the run created stays: it could not be removed at once/);
});

test('doctor says what it found', async () => {
  const { port, asked } = await startSilent();
  const folder = await folderWith({ 'c.json': { target: await serveMock(), ...imap(port) } });
  const { stdout } = await interrupted(['doctor', '--config', join(folder, 'c.json')], asked);
  expect(stdout).toMatch(/backend .* answers in/);
});
