/**
 * Ctrl-C ends any command within a second, with a report of what was found so far; the server it waits for never
 * responds.
 */
import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { beforeEach, expect, onTestFinished, test } from 'vitest';
import { makeFolderWith, serveMock, stubEnv } from '../../cli/src/testing/support.ts';
import { startAdmissions } from '../support/run-command.ts';

/** Longer than the second that users are promised: a machine that runs tests is busy. */
const maxExitMs = 5000;

/** A server that accepts connections and never sends a byte. */
async function startSilentServer() {
  const server = createServer();
  const firstConnection = once(server, 'connection');
  server.on('connection', (socket) => socket.on('error', () => {}));
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  const { port } = server.address() as { port: number };
  return { port, url: `http://127.0.0.1:${port}`, firstConnection };
}

/** Starts a command and interrupts it when the silent server has its first connection. @returns how it ended */
async function interruptOnConnection(args: string[], firstConnection: Promise<unknown>) {
  const run = startAdmissions(...args);
  await Promise.race([firstConnection, run.result]);
  const interruptTime = performance.now();
  run.interrupt();
  const result = await run.result;
  expect(result).toMatchObject({ exitCode: 130 });
  expect(performance.now() - interruptTime).toBeLessThan(maxExitMs);
  return result;
}

test.each([
  ['check --target URL'],
  ['journey --target URL'],
  ['journey --target URL --count 5 --concurrency 3'],
  ['smoke --target URL'],
  ['detect --target URL --register'],
  ['doctor --target URL'],
  ['load --target URL --rate 2 --duration 60'],
  ['check-site URL'],
])('Ctrl-C ends: %s', async (commandLine) => {
  const { url, firstConnection } = await startSilentServer();
  await interruptOnConnection(commandLine.replaceAll('URL', url).split(' '), firstConnection);
});

beforeEach(() => stubEnv({ ADMISSIONS_MAIL_PASSWORD: 'unused' }));

/** A program that connects to the port and ignores the signals to end, as a shell that waits for its child does. */
const makeSignalIgnoringScript = (port: number) => `import { connect } from 'node:net';
  for (const name of ['SIGINT', 'SIGTERM']) process.on(name, () => {});
  connect(${port}, '127.0.0.1');`;

const commandAdapter = { use: 'command', command: [process.execPath, './ignore-signals.mjs'] };
/** Some of the operations whose checks come before the staff are asked, and one whose checks come after it. */
const operationsAroundStaff = ['programs.list', 'auth.login', 'applicants.saveBioData'].flatMap(
  (name) => ['--operation', name],
);
const adapterCases: [string, makeConfig: (port: number) => object, ...flags: string[]][] = [
  ['an IMAP server', (port) => makeImapConfig(port)],
  ['Mailpit', (port) => ({ mailbox: { use: 'mailpit', url: `http://127.0.0.1:${port}` } })],
  ['a mailbox command', () => ({ mailbox: commandAdapter })],
  ['a staff command', () => ({ staff: commandAdapter }), ...operationsAroundStaff],
  [
    'a staff system',
    (port) => ({
      staff: { use: 'http', requests: { verify: { url: `http://127.0.0.1:${port}/` } } },
    }),
    ...operationsAroundStaff,
  ],
];
const makeImapConfig = (port: number) => ({
  mailbox: { use: 'imap', host: '127.0.0.1', port, security: 'none', user: 'nightly' },
});

test.each(adapterCases)(
  'check, interrupted while it waits for %s, reports what it found',
  async (_, makeConfig, ...flags) => {
    const { port, firstConnection } = await startSilentServer();
    const folder = await makeFolderWith({
      'ignore-signals.mjs': makeSignalIgnoringScript(port),
      'c.json': { target: await serveMock(), ...makeConfig(port) },
    });
    const reportFile = join(folder, 'report.json');
    const configFlags = ['--config', join(folder, 'c.json')];
    const args = ['check', ...flags, ...configFlags, '--report', `json=${reportFile}`];
    const { stdout } = await interruptOnConnection(args, firstConnection);
    expect(stdout).toMatch(/ended early: interrupted/);
    const { ended, exitCode, results } = JSON.parse(await readFile(reportFile, 'utf8'));
    expect({ ended, exitCode }).toEqual({ ended: 'interrupted', exitCode: 130 });
    expect(results.length).toBeGreaterThan(20);
  },
);

test('a clean-up command that does not end is abandoned', async () => {
  const { port, firstConnection } = await startSilentServer();
  const folder = await makeFolderWith({
    'ignore-signals.mjs': makeSignalIgnoringScript(port),
    'c.json': {
      target: await serveMock(),
      staff: { use: 'http', requests: { verify: { url: `http://127.0.0.1:${port}/` } } },
      cleanUp: commandAdapter,
    },
  });
  const args = ['journey', '--config', join(folder, 'c.json')];
  const { stdout, stderr } = await interruptOnConnection(args, firstConnection);
  expect(stdout).toMatch(/Interrupted at step "verify"/);
  expect(stderr).toMatch(/what the run created stays: it could not be removed at once/);
});

test('doctor, interrupted while it waits for the mailbox, reports what it found', async () => {
  const { port, firstConnection } = await startSilentServer();
  const folder = await makeFolderWith({
    'c.json': { target: await serveMock(), ...makeImapConfig(port) },
  });
  const { stdout } = await interruptOnConnection(
    ['doctor', '--config', join(folder, 'c.json')],
    firstConnection,
  );
  expect(stdout).toMatch(/backend .* answers in/);
});
