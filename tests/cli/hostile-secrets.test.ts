/** A backend and a mail server that repeat every secret they get, in spellings that nobody listed. */
import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer, type Server } from 'node:net';
import { join } from 'node:path';
import { applicantExamples } from '@one-planet/contract';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { afterAll, expect, test } from 'vitest';
import { spellings } from '../../cli/src/testing/hostile-backend.ts';
import { makeReportFlags } from '../../cli/src/testing/support.ts';
import { runAdmissions } from '../support/run-command.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await makeTemporaryFolder();
const pathInFolder = (name: string) => join(folder, name);
const closers: (() => Promise<unknown>)[] = [];
afterAll(() => Promise.all(closers.map((close) => close())));

const password = 'Planted+Applicant/1=&"x';
const mailPassword = 'planted+mail/secret=2&x';
const gatewayKey = 'planted/gateway+key=3x';
/** Put at the end of every token that the mock issues, so that tokens have characters with many spellings. */
const tokenEnding = '+/=Z9';
/** Of the command that runs now. */
const secrets = new Set<string>();

const spell = () =>
  [...secrets].flatMap((secret) => Object.values(spellings).map((write) => write(secret)));

/** Starts a mock that collects what it issues and gets, and repeats it in every response or in the refusal of a step. */
async function startEchoing(refusedPath: string | undefined): Promise<string> {
  const backend = await createBackend({});
  const { url, close } = await serve({
    ...backend,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      const isUpload = request.headers.get('content-type')?.startsWith('multipart') ?? false;
      const headers = new Headers(request.headers);
      const authorization = headers.get('authorization')?.replace(tokenEnding, '');
      if (authorization !== undefined) headers.set('authorization', authorization);
      const body = isUpload ? await request.arrayBuffer() : await request.text();
      const shownBody = typeof body === 'string' ? body : '';
      for (const [, sentPassword = ''] of shownBody.matchAll(/"password":"((?:[^"\\]|\\.){8,})"/g))
        secrets.add(JSON.parse(`"${sentPassword}"`));
      for (const [, token = ''] of pathname.matchAll(/\/activate\/([^/]+)$/g))
        secrets.add(decodeURIComponent(token));
      const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
      const response = await backend.fetch(
        new Request(request.url, {
          method: request.method,
          headers,
          ...(hasBody && {
            body: typeof body === 'string' ? body.replaceAll(tokenEnding, '') : body,
          }),
        }),
      );
      if (pathname.startsWith('/_mock') || pathname.includes('/files/')) return response;
      if (refusedPath !== undefined && pathname.endsWith(refusedPath))
        return Response.json({ message: spell().join(' ') }, { status: 500 });
      if (response.status === 204) return response;
      const text = await response.text();
      const answer: unknown = /^[[{]/.test(text) ? JSON.parse(text) : text;
      if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
        return new Response(text, { status: response.status, headers: response.headers });
      const { token } = answer as { token?: string };
      if (token) secrets.add(token + tokenEnding);
      const echo = Object.fromEntries(spell().map((spelling, index) => [spelling, index]));
      return Response.json(
        { ...answer, ...(token && { token: token + tokenEnding }), echo },
        { status: response.status },
      );
    },
  });
  closers.push(close);
  return url;
}

/** Starts an IMAP server that refuses a login with the password it got. */
async function startImap(): Promise<number> {
  const server: Server = createServer((socket) => {
    socket.on('error', () => {});
    socket.write('* OK [CAPABILITY IMAP4rev1] ready\r\n');
    socket.on('data', (data) => {
      const line = String(data).trim();
      const [tag = ''] = line.split(' ');
      if (/ CAPABILITY/i.test(line)) socket.write(`* CAPABILITY IMAP4rev1\r\n${tag} OK\r\n`);
      else socket.write(`${tag} NO [UNAVAILABLE] ${line} ${spellings.base64?.(mailPassword)}\r\n`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  closers.push(async () => server.close());
  return (server.address() as { port: number }).port;
}

test('no secret comes out in any spelling, as a name or as a value', async () => {
  const hana = { ...applicantExamples.hana, password };
  await writeFile(pathInFolder('me.json'), JSON.stringify(hana));
  const [echoingUrl, refusingUrl] = [
    await startEchoing(undefined),
    await startEchoing('/exams/private/create'),
  ];
  const imap = { use: 'imap', host: '127.0.0.1', port: await startImap(), security: 'none' };
  const config = {
    applicant: 'me.json',
    connection: { headers: { 'x-gateway-key': '{env:GATEWAY_KEY}' } },
    profiles: { mail: { mailbox: { ...imap, user: 'me', waitMs: 1, everyMs: 1 } } },
  };
  await writeFile(pathInFolder('c.json'), JSON.stringify(config));
  Object.assign(process.env, { GATEWAY_KEY: gatewayKey, ADMISSIONS_MAIL_PASSWORD: mailPassword });
  await mkdir(pathInFolder('out'));
  const out = (name: string) => pathInFolder(join('out', name));
  const commandLines = [echoingUrl, refusingUrl].flatMap((url, index) => {
    const flags = ['--config', pathInFolder('c.json'), '--target', url];
    const loadReports = ['html', 'json'].flatMap((format) => [
      '--report',
      `${format}=${out(`load${index}.${format}`)}`,
    ]);
    return [
      [
        'check',
        ...flags,
        '--only',
        '*/answers',
        '--only',
        'exams.*',
        '--only',
        '*/every-answer',
        ...makeReportFlags(out(`check${index}.`)),
      ],
      ['journey', ...flags, '--save', out(`run${index}.json`)],
      ['journey', ...flags, '--json'],
      ['journey', ...flags, '--count', '2'],
      ['journey', ...flags, '--profile', 'mail'],
      [
        'smoke',
        ...flags,
        '--last-good',
        out(`good${index}.json`),
        ...makeReportFlags(out(`smoke${index}.`)),
      ],
      ['load', ...flags, '--applicants', '3', ...loadReports],
      ['detect', ...flags, '--register'],
      ['doctor', ...flags, '--profile', 'mail'],
    ];
  });
  let secretCount = 0;
  for (const commandLine of commandLines) {
    secrets.clear();
    for (const secret of [password, gatewayKey]) secrets.add(secret);
    if (commandLine.includes('mail')) secrets.add(mailPassword);
    const { stdout, stderr } = await runAdmissions(...commandLine);
    const line = commandLine.join(' ');
    expect(stdout + stderr, line).not.toMatch(/\bbug:|unknown (option|command)/);
    const leakTexts = [
      ...spell(),
      // The last characters of base64 depend on what stands behind them.
      ...[...secrets].map((secret) => Buffer.from(secret).toString('base64').slice(0, -8)),
    ].filter(({ length }) => length >= 8);
    secretCount += secrets.size;
    const fileNames = await readdir(out(''));
    const fileTexts = await Promise.all(fileNames.map((name) => readFile(out(name), 'utf8')));
    for (const [index, text] of [stdout + stderr, ...fileTexts].entries()) {
      const leaks = leakTexts.filter((leakText) => text.includes(leakText));
      // Only how they begin, because the message must not show them either.
      const beginnings = leaks.map((leak) => leak.slice(0, 5)).join(' ');
      expect(beginnings, `${fileNames[index - 1] ?? 'the output'} of ${line}`).toBe('');
    }
  }
  expect(secretCount).toBeGreaterThan(50);
  expect((await readdir(out(''))).length).toBeGreaterThan(15);
  // What a finding is about is still there.
  const reportText = await readFile(out('check1.json'), 'utf8');
  expect(reportText).toContain('exams.create/never-5xx');
});
