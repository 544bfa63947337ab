import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { listen } from '../process/listen.ts';
import { folderWith } from '../process/testing/folder.ts';
import { serveTest } from '../process/testing/serve.ts';
import { reportFormatNames } from '../report/index.ts';
import { reportFlags } from './testing/report-flags.ts';
import { type Ran, runCli } from './testing/run-cli.ts';

async function mock(options: Parameters<typeof createBackend>[0] = {}): Promise<string> {
  const { url, close } = await serve(await createBackend(options));
  onTestFinished(close);
  return url;
}

/** Runs it with the settings of a file. */
async function smoke(settings: object, ...flags: string[]): Promise<Ran & { folder: string }> {
  const folder = await folderWith({ 'c.json': settings });
  const ran = await runCli('smoke', '--config', join(folder, 'c.json'), ...flags);
  return { ...ran, folder };
}

const verdictOf = ({ stdout }: Ran) => stdout.split('\n')[0];

/** A server that was there a moment ago. */
async function goneServer(): Promise<string> {
  const { url, close } = await listen(createServer(), 0);
  await close();
  return url;
}

interface Case {
  name: string;
  settings: () => Promise<object>;
  flags?: string[];
  verdict: RegExp;
  code: number;
  leaves?: RegExp;
}

const nothing = /^Left behind: nothing$/m;
const cases: Case[] = [
  {
    name: 'everything works',
    settings: async () => ({ target: await mock() }),
    verdict: /^GOOD: APPLIED after /,
    code: 0,
    leaves: /^Left behind: applicant hana\S+@example.com, 3 uploads, 1 payment, 1 application$/m,
  },
  {
    name: 'the server is down',
    settings: async () => ({ target: await goneServer() }),
    verdict: /^NOT REACHED: programs\.list: the server refused the connection/,
    code: 3,
    leaves: nothing,
  },
  {
    name: 'its name is not known',
    settings: async () => ({ target: 'http://staging.college.invalid' }),
    verdict: /^NOT REACHED: programs\.list: the server's name could not be resolved/,
    code: 3,
    leaves: nothing,
  },
  {
    name: 'TLS fails',
    settings: async () => ({ target: (await mock()).replace('http:', 'https:') }),
    verdict: /^NOT REACHED: programs\.list: the secure connection failed/,
    code: 3,
    leaves: nothing,
  },
  {
    name: 'a proxy answers 502',
    settings: async () => ({
      target: await serveTest((_, response) => {
        response.writeHead(502, { 'content-type': 'text/html' }).end('<h1>Bad Gateway</h1>');
      }),
    }),
    verdict: /^NOT REACHED: programs\.list: not available now \(status 502\)/,
    code: 3,
    leaves: nothing,
  },
  {
    name: 'mail never comes',
    settings: async () => ({
      target: await mock(),
      mailbox: { use: 'eml', path: '.', waitMs: 50, everyMs: 10 },
    }),
    verdict: /^NO MAIL: no activation mail to hana\S+ came to \. in 0 s$/,
    code: 5,
    leaves: /^Left behind: applicant hana\S+$/m,
  },
  {
    name: 'staff never act',
    settings: async () => ({
      target: await mock(),
      staff: { use: 'wait', waitMs: 30, everyMs: 10 },
    }),
    verdict: /^WAITING: for staff to verify the payment/,
    code: 4,
    leaves: /1 payment$/m,
  },
  {
    name: 'one answer has another shape',
    settings: async () => ({ target: await mock({ faults: ['exam-without-choices'] }) }),
    verdict: /^BROKEN: exams\.create: expected status 201 with a body of the contract, got /,
    code: 1,
    leaves: /^Left behind: applicant hana\S+$/m,
  },
  {
    name: 'answers are slow',
    settings: async () => ({ target: await mock({ latencyMs: 60 }) }),
    flags: ['--slow', '50'],
    verdict: /^SLOW: \S+ took \d+ ms \(limit 50\)$/,
    code: 6,
    leaves: /1 application$/m,
  },
  {
    name: 'nothing says how mail is got',
    settings: async () => ({
      target: await serveTest(async (request, response) => {
        const isHelper = request.url?.startsWith('/_mock');
        const answer = await fetch(`${await backend}${request.url}`, {
          method: request.method ?? 'GET',
          headers: { 'content-type': 'application/json' },
          ...(request.method === 'POST' ? { body: request, duplex: 'half' } : {}),
        } as RequestInit);
        response.writeHead(isHelper ? 404 : answer.status, { 'content-type': 'application/json' });
        response.end(await answer.text());
      }),
    }),
    verdict: /^PARTIAL: registered after .*; "Activate" needs an adapter that is not configured$/,
    code: 0,
    leaves: /^Left behind: applicant hana\S+$/m,
  },
];
const backend = createBackend()
  .then((made) => serve(made))
  .then(({ url }) => url);

describe('the verdict', () => {
  test.for(cases)('when $name', async ({ settings, flags = [], verdict, code, leaves }) => {
    const ran = await smoke(await settings(), ...flags);
    expect(verdictOf(ran)).toMatch(verdict);
    expect(ran.code).toBe(code);
    if (leaves) expect(ran.stdout).toMatch(leaves);
  });
});

describe('the last good run', () => {
  test('is written by a good run, compared with, and kept by a bad one', async () => {
    const folder = await folderWith({});
    const file = join(folder, 'last', 'good.json');
    const target = await mock();
    const first = await smoke({ target }, '--last-good', file);
    expect(first.stdout).not.toMatch(/last good run/);
    const written = await readFile(file, 'utf8');
    const { target: of, operations } = JSON.parse(written);
    expect(of).toBe(target);
    expect(operations['exams.create']).toMatchObject({
      status: 201,
      shape: {
        'examDto.duration': 'number',
        'examQuestionDtoList[].questionDto.questionText': 'string',
      },
    });
    const changed = written
      .replace('"examDto.duration": "number"', '"examDto.duration": "string"')
      .replace('"status": 202', '"status": 200');
    expect(changed).not.toBe(written);
    const lastGood = join(await folderWith({ 'good.json': changed }), 'good.json');
    const second = await smoke({ target }, '--last-good', lastGood);
    expect(second.code).toBe(0);
    expect(second.stdout).toMatch(/^Changed since the last good run, .* \(then \| now\)$/m);
    expect(second.stdout).toMatch(/^ {2}exams\.create {2}examDto\.duration: string \| number$/m);
    expect(second.stdout).toMatch(/^ {2}exams\.submit {2}status 200 \| 202$/m);
    const before = await readFile(lastGood, 'utf8');
    const waiting = await smoke({ target, staff: { use: 'none' } }, '--last-good', lastGood);
    expect(waiting.code).toBe(4);
    expect(await readFile(lastGood, 'utf8')).toBe(before);
  });

  test('of another backend, or what is none, is refused', async () => {
    const folder = await folderWith({
      'other.json': { version: 1, at: '', target: 'http://other.example', operations: {} },
      'none.json': '[]',
    });
    const target = await goneServer();
    const run = (name: string) => smoke({ target }, '--last-good', join(folder, name));
    expect(await run('other.json')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/is of http:\/\/other\.example, this run is of /),
    });
    expect(await run('none.json')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/was not written by a smoke run/),
    });
  });
});

test('every format of report tells the verdict or what led to it', async () => {
  const folder = await folderWith({});
  const target = await mock({ faults: ['exam-without-choices'] });
  const reports = reportFlags(join(folder, 'report.'));
  await smoke({ target }, ...reports);
  for (const format of reportFormatNames) {
    expect(await readFile(join(folder, `report.${format}`), 'utf8'), format).toMatch(
      /exams[./]\S*create/,
    );
  }
  expect(await readFile(join(folder, 'report.html'), 'utf8')).toMatch(/admissions smoke of/i);
  expect(await readFile(join(folder, 'report.github-summary'), 'utf8')).toMatch(
    /Admissions smoke: BROKEN/,
  );
});
