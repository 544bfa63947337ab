/** Every command against a server that answers with more than anybody could read. */
import { once } from 'node:events';
import { link, readdir, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:http';
import { createServer as createTcpServer } from 'node:net';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { listen } from '../../cli/src/core/server-ports.ts';
import { makeFolderWith, makeReportFlags, serveMock } from '../../cli/src/testing/support.ts';
import { measureAdmissions } from '../support/run-command.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await makeTemporaryFolder();
const closers: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

const megabyte = 1024 * 1024;
const json = { 'content-type': 'application/json' };
/** 400 KB that unpack to 400 MB. */
const bomb = gzipSync(Buffer.alloc(400 * megabyte, ' '));
/** Packed blocks of nothing: they unpack to no byte at all, without an end. */
const emptyBlocks = Buffer.alloc(megabyte, Buffer.from([0, 0, 0, 0xff, 0xff]));

type Answer = (response: import('node:http').ServerResponse) => void;

function writeWithoutEnd(response: Parameters<Answer>[0], chunk: Buffer): void {
  const writeMore = () => {
    while (!response.destroyed && response.write(chunk));
    if (!response.destroyed) response.once('drain', writeMore);
  };
  writeMore();
}

const answers: Record<string, Answer> = {
  'a packed body of 400 MB': (response) =>
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' }).end(bomb),
  'blanks without an end': (response) =>
    writeWithoutEnd(response.writeHead(200, json), Buffer.alloc(megabyte, ' ')),
  'packed blocks of nothing without an end': (response) => {
    response.writeHead(200, { ...json, 'content-encoding': 'gzip' });
    response.write(gzipSync('').subarray(0, 10));
    writeWithoutEnd(response, emptyBlocks);
  },
  'JSON of a million levels': (response) =>
    response.writeHead(200, json).end('['.repeat(megabyte) + ']'.repeat(megabyte)),
  'a list of four million empty objects': (response) =>
    response.writeHead(200, json).end(`[${'{},'.repeat(3.9 * megabyte)}{}]`),
};

const urlsByAnswer: Record<string, string> = {};
beforeAll(async () => {
  for (const [name, answer] of Object.entries(answers)) {
    const server: Server = createServer((_request, response) => answer(response));
    const { url, close } = await listen(server, 0);
    closers.push(() => {
      server.closeAllConnections();
      return close();
    });
    urlsByAnswer[name] = url;
  }
});

const reportFlags = (name: string) => makeReportFlags(join(folder, `${name}.`));
const loadReport = ['--report', `html=${join(folder, 'load.html')}`];
/** By the command line: the reports it has to write. */
const commands: readonly [commandLine: string[], reports: string[]][] = [
  [['check', '--only', '*/answers', '--only', '*/always-answers'], reportFlags('check')],
  [['journey'], []],
  [['smoke'], reportFlags('smoke')],
  [['load', '--applicants', '5'], loadReport],
  [['doctor'], []],
  [['detect'], []],
];

for (const answerName of Object.keys(answers)) {
  test.for(commands)(
    `${answerName}: %j ends in time, in little memory`,
    async ([line, reports]) => {
      const { exitCode, stdout, stderr, maxMegabytes, seconds } = await measureAdmissions(
        ...[...line, '--timeout', '3000', '--target', urlsByAnswer[answerName] ?? '', ...reports],
      );
      expect(stdout + stderr).not.toMatch(/\bbug:|unknown option/);
      // What `detect` cannot find out is no failure.
      if (line[0] !== 'detect') expect(exitCode, stdout + stderr).toBeGreaterThan(0);
      expect(seconds).toBeLessThan(120);
      expect(maxMegabytes).toBeLessThan(500);
      const written = await readdir(folder);
      for (const report of reports.filter((flag) => flag.includes('=')))
        expect(written).toContain(report.split('/').at(-1));
    },
  );
  test(`${answerName}: a site is checked in little memory`, async () => {
    const { stdout, stderr, maxMegabytes } = await measureAdmissions(
      ...['check-site', urlsByAnswer[answerName] ?? ''],
    );
    expect(stdout + stderr).not.toMatch(/\bbug:/);
    expect(maxMegabytes).toBeLessThan(500);
  });
}

test('a folder of 2,000 mails is looked through in little memory', async () => {
  const target = await serveMock();
  const email = 'hana@example.com';
  const mails = await makeFolderWith({
    'c.json': { target, mailbox: { use: 'eml', path: 'mails', waitMs: 1 } },
    'run.json': {
      ...{ version: 1, email, startedAt: '2026-11-01T00:00:00Z', target, dialect: 'canonical' },
      ...{ applicant: 'hana', flags: {}, memory: { registeredAt: 1 }, finished: false },
      steps: [{ id: 'register', after: null, ms: 1 }],
    },
    'mails/0.eml': `To: ${email}\r\n\r\n${'password: https://e.example/ '.repeat(7_000)}`,
  });
  for (let index = 1; index < 2_000; index += 1)
    await link(join(mails, 'mails/0.eml'), join(mails, `mails/${index}.eml`));
  const { exitCode, stdout, stderr, maxMegabytes, seconds } = await measureAdmissions(
    ...['journey', '--config', join(mails, 'c.json'), '--resume', join(mails, 'run.json')],
  );
  expect(exitCode, stdout + stderr).toBe(5);
  expect(seconds).toBeLessThan(120);
  expect(maxMegabytes).toBeLessThan(500);
});

test('a line of a mail server without an end is given up', async () => {
  const server = createTcpServer((socket) => {
    socket.on('error', () => {});
    socket.write('* OK ');
    const writeMore = () => {
      while (!socket.destroyed && socket.write(Buffer.alloc(megabyte, 'x')));
      if (!socket.destroyed) socket.once('drain', writeMore);
    };
    writeMore();
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  closers.push(async () => server.close());
  const { port } = server.address() as { port: number };
  const mailbox = { use: 'imap', host: '127.0.0.1', port, security: 'none', user: 'u', waitMs: 1 };
  const configPath = join(folder, 'c.json');
  await writeFile(configPath, JSON.stringify({ mailbox }));
  process.env.ADMISSIONS_MAIL_PASSWORD = 'planted-mail-secret-2';
  const { exitCode, stdout, maxMegabytes, seconds } = await measureAdmissions(
    ...['journey', '--config', configPath],
  );
  expect(exitCode, stdout).toBe(5);
  expect(seconds).toBeLessThan(60);
  expect(maxMegabytes).toBeLessThan(500);
});
