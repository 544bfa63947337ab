/**
 * A backend, a mail server and mails that do everything at once which a hostile one can: every command ends in its time,
 * with little memory and with its reports, and nothing that was planted comes out raw.
 */
import { mkdtemp, readdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { applicantExamples } from '@one-planet/contract';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { expect, onTestFinished, test } from 'vitest';
import { exitCodes } from '../../cli/src/core/exit.ts';
import { hostileValues, spellings } from '../../cli/src/testing/hostile-backend.ts';
import { serveImap } from '../../cli/src/testing/imap-server.ts';
import { makeReportFlags, serveAndRecord, stubEnv } from '../../cli/src/testing/support.ts';
import { measureAdmissions } from '../support/run-command.ts';
import { makeTemporaryFolder } from '../support/temporary-folder.ts';

const folder = await makeTemporaryFolder();

const password = 'Planted+Applicant/1=x';
const mailPassword = 'planted+mail/secret=2x';
const tokenEnding = '+/=Z9';
/** The secrets of the command that runs now. */
const secrets = new Set<string>();
const spell = (secretTexts: Iterable<string>) =>
  [...secretTexts].flatMap((secret) => Object.values(spellings).map((write) => write(secret)));
/** Every answer repeats the latest secrets: with all of them the time would go into reading megabytes of secrets. */
const spellLatest = () => spell([...secrets].slice(-20));

const text = String(hostileValues['controls and commands']);
const bomb = gzipSync(Buffer.alloc(300 * 1024 * 1024, ' '));
const json = { 'content-type': 'application/json' };
/** By the end of its path: what a public list is answered with. */
const publicAnswers: Readonly<Record<string, () => Response>> = {
  '/contents/private': () =>
    new Response(bomb, { headers: { ...json, 'content-encoding': 'gzip' } }),
  '/bank_accounts/private': () =>
    new Response('['.repeat(500_000) + ']'.repeat(500_000), { headers: json }),
  '/programs/private': () =>
    Response.json([{ id: '\ud800', name: text, description: 'at '.repeat(80_000) }]),
};
/** Texts of refusals that keep patterns busy. */
const busyTexts = ['at '.repeat(27_000), '"passwd-'.repeat(10_000), '<b '.repeat(27_000)];

/** A mail that keeps patterns busy, around the link of the mock's own mail. */
const makeMail = (email: string, link: string) =>
  [
    `To: <${email}>`,
    `Subject: ${text.replace(/\s+/g, ' ')}`,
    'Content-Type: text/html; charset=utf-8',
    '',
    `<p>${link}</p>${'<b '.repeat(30_000)}${'-password'.repeat(10_000)}${'<'.repeat(50_000)}`,
  ].join('\r\n');

async function serveHostile(
  otherSystemUrl: string,
  deliver: (mail: string) => void,
): Promise<{ url: string; examKey: object }> {
  const backend = await createBackend({});
  const askMock = async (path: string) =>
    (await backend.fetch(new Request(`http://127.0.0.1${path}`))).json();
  let refusalCount = 0;
  const { url, close } = await serve({
    ...backend,
    fetch: async (request) => {
      const { pathname } = new URL(request.url);
      const publicAnswer = Object.entries(publicAnswers).find(([end]) => pathname.endsWith(end));
      if (publicAnswer) return publicAnswer[1]();
      if (pathname.startsWith('/_mock')) return new Response(text, { status: 404 });
      const isUpload = request.headers.get('content-type')?.startsWith('multipart') ?? false;
      const headers = new Headers(request.headers);
      const authorization = headers.get('authorization')?.replace(tokenEnding, '');
      if (authorization !== undefined) headers.set('authorization', authorization);
      const sentBody = isUpload ? await request.arrayBuffer() : await request.text();
      const shownBody = typeof sentBody === 'string' ? sentBody : '';
      for (const [, sentPassword = ''] of shownBody.matchAll(/"password":"([^"\\]*\d[^"\\]*)"/g))
        if (sentPassword.length >= 8) secrets.add(sentPassword);
      const [, activationToken] = /\/activate\/([^/]+)$/.exec(pathname) ?? [];
      if (activationToken) secrets.add(decodeURIComponent(activationToken));
      const hasBody = request.method !== 'GET' && request.method !== 'HEAD';
      const body = typeof sentBody === 'string' ? sentBody.replaceAll(tokenEnding, '') : sentBody;
      const response = await backend.fetch(
        new Request(request.url.replace(encodeURIComponent(tokenEnding), ''), {
          method: request.method,
          headers,
          ...(hasBody && { body }),
        }),
      );
      const [, email] = /"email":"([^"]+)"/.exec(shownBody) ?? [];
      if (email && pathname.endsWith('/apply')) {
        const mails = (await askMock(`/_mock/outbox.json?to=${encodeURIComponent(email)}`)) as {
          link?: string;
        }[];
        const { link = '' } = mails[0] ?? {};
        deliver(makeMail(email, link));
      }
      if (response.status === 204 || pathname.includes('/files/')) return response;
      const answerText = await response.text();
      if (response.status >= 400) {
        refusalCount += 1;
        // No two messages are equal, so that a cache of messages would fill the memory.
        const message = `${refusalCount} ${text} ${spellLatest().join(' ')} ${busyTexts[refusalCount % busyTexts.length]}`;
        return Response.json({ message }, { status: response.status });
      }
      const answer: unknown = /^[[{]/.test(answerText) ? JSON.parse(answerText) : answerText;
      if (typeof answer !== 'object' || answer === null || Array.isArray(answer))
        return new Response(answerText, { status: response.status, headers: response.headers });
      const { token, redirect } = answer as { token?: string; redirect?: string };
      if (token) secrets.add(token + tokenEnding);
      const hostileAnswer = {
        ...answer,
        ...(token && { token: token + tokenEnding }),
        ...(redirect && { redirect: `${otherSystemUrl}/admin/delete?confirm=1` }),
        echo: Object.fromEntries([...spellLatest(), text, '\ud800'].map((name) => [name, text])),
      };
      return Response.json(hostileAnswer, { status: response.status });
    },
  });
  onTestFinished(close);
  const rightAnswers = (await askMock('/_mock/exam-key.json')) as Record<string, string>[];
  const examKey = Object.fromEntries(
    rightAnswers.map(({ questionText = '', choiceText }) => [questionText, choiceText]),
  );
  return { url, examKey };
}

const commandLines: readonly string[][] = [
  ['check', '--only', '*/answers', '--only', '*/every-answer', '--only', 'exams.*'],
  ['journey'],
  ['journey', '--pay', 'arifpay', '--json'],
  ['smoke', '--pay', 'arifpay'],
  ['load', '--applicants', '5'],
  ['doctor'],
];
const reportFormats: Readonly<Record<string, (prefix: string) => string[]>> = {
  check: makeReportFlags,
  smoke: makeReportFlags,
  load: (prefix) =>
    ['html', 'json'].flatMap((format) => ['--report', `${format}=${prefix}${format}`]),
};

test.for(commandLines)('%j ends in its time, in little memory, with its reports', async (line) => {
  stubEnv({ GITHUB_ACTIONS: 'true', ADMISSIONS_MAIL_PASSWORD: mailPassword });
  secrets.clear();
  for (const secret of [password, mailPassword]) secrets.add(secret);
  const imap = await serveImap({ searchEnding: `NO ${text.replace(/\s+/g, ' ')} ${mailPassword}` });
  const otherSystem = await serveAndRecord(() => ({ body: '<form action="/x">Pay</form>' }));
  const { url: target, examKey } = await serveHostile(otherSystem.url, imap.deliverMessage);
  await writeFile(join(folder, 'exam-key.json'), JSON.stringify(examKey));
  const runFolder = await mkdtemp(join(folder, 'run-'));
  await writeFile(join(folder, 'me.json'), JSON.stringify({ ...applicantExamples.hana, password }));
  await writeFile(
    join(folder, 'c.json'),
    JSON.stringify({
      applicant: 'me.json',
      email: 'hostile{run}@example.com',
      examKey: 'exam-key.json',
      mailbox: {
        ...{ use: 'imap', host: '127.0.0.1', port: imap.port, security: 'none' },
        ...{ user: 'me', waitMs: 1500, everyMs: 300 },
      },
    }),
  );
  const reportFlags = reportFormats[line[0] ?? '']?.(join(runFolder, 'report.')) ?? [];
  const { exitCode, stdout, stderr, maxMegabytes, seconds } = await measureAdmissions(
    ...[...line, '--config', join(folder, 'c.json'), '--target', target],
    ...['--timeout', '3000', ...reportFlags],
  );
  expect(stdout + stderr).not.toMatch(/\bbug:|unknown option/);
  expect(Object.values<number | null>(exitCodes)).toContain(exitCode);
  expect(exitCode).not.toBe(exitCodes.done);
  expect(seconds).toBeLessThan(200);
  expect(maxMegabytes).toBeLessThan(500);
  expect(otherSystem.requests).toEqual([]);
  const fileNames = await readdir(runFolder);
  expect(fileNames).toHaveLength(reportFlags.length / 2);
  const outputs = [stdout, stderr];
  for (const name of fileNames) {
    const reportText = await readFile(join(runFolder, name), 'utf8');
    if (name.endsWith('json')) JSON.parse(reportText);
    outputs.push(reportText);
  }
  for (const output of outputs) {
    expect(output).not.toMatch(/(?![\n\t])\p{Cc}|[\u202a-\u202e\u2066-\u2069]/u);
    const leaks = spell(secrets).filter(
      (spelling) => spelling.length >= 8 && output.includes(spelling),
    );
    expect(leaks.map((leak) => leak.slice(0, 5))).toEqual([]);
  }
  expect(stdout + stderr).not.toMatch(/^\s*::|##\[/m);
});
