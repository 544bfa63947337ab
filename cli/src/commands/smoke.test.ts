import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reportFormatNames } from '../report/files.ts';
import {
  makeClosedAddress,
  makeFolderWith,
  makeReportFlags,
  runWithConfig,
  serveMock,
  serveTest,
  serveWithoutHelpers,
} from '../testing/support.ts';

const runSmokeCommand = (settings: object, ...flags: string[]) =>
  runWithConfig(settings, ['smoke', ...flags]);

const nothingLeftPattern = /^Left behind: nothing$/m;
const applicantPattern = /^Left behind: applicant hana\S+$/m;
type Case = [
  when: string,
  settings: () => object | Promise<object>,
  code: number,
  verdict: RegExp,
  leaves: RegExp,
  ...flags: string[],
];
const cases: Case[] = [
  [
    'everything works',
    async () => ({ target: await serveMock() }),
    0,
    /^GOOD: APPLIED after /,
    /^Left behind: applicant hana\S+@example.com, 3 uploads, 1 payment, 1 application$/m,
  ],
  [
    'the server is down',
    async () => ({ target: await makeClosedAddress() }),
    3,
    /^NOT REACHED: programs\.list: the server refused the connection/,
    nothingLeftPattern,
  ],
  [
    'its name is not known',
    () => ({ target: 'http://staging.college.invalid' }),
    3,
    /^NOT REACHED: programs\.list: the server's name could not be resolved/,
    nothingLeftPattern,
  ],
  [
    'TLS fails',
    async () => ({ target: (await serveMock()).replace('http:', 'https:') }),
    3,
    /^NOT REACHED: programs\.list: the secure connection failed/,
    nothingLeftPattern,
  ],
  [
    'a proxy answers 502',
    async () => ({ target: await serveTest((_, response) => response.writeHead(502).end()) }),
    3,
    /^NOT REACHED: programs\.list: not available now \(status 502\)/,
    nothingLeftPattern,
  ],
  [
    'mail never comes',
    async () => ({
      target: await serveMock(),
      mailbox: { use: 'eml', path: '.', waitMs: 50, everyMs: 10 },
    }),
    5,
    /^NO MAIL: no activation mail to hana\S+ came to \. in 0 s$/,
    applicantPattern,
  ],
  [
    'staff never act',
    async () => ({ target: await serveMock(), staff: { use: 'wait', waitMs: 30, everyMs: 10 } }),
    4,
    /^WAITING: for staff to verify the payment/,
    /1 payment$/m,
  ],
  [
    'one answer has another shape',
    async () => ({ target: await serveMock({ faults: ['exam-without-choices'] }) }),
    1,
    /^BROKEN: exams\.create: expected status 201 with a body of the contract, got /,
    applicantPattern,
  ],
  [
    'answers are slow',
    async () => ({ target: await serveMock({ latencyMs: 60 }) }),
    6,
    /^SLOW: \S+ took \d+ ms \(limit 50\)$/,
    /1 application$/m,
    ...['--slow', '50'],
  ],
  [
    'nothing says how mail is got',
    async () => ({ target: await serveWithoutHelpers() }),
    0,
    /^PARTIAL: registered after .*; "Activate" needs an adapter that is not configured$/,
    applicantPattern,
  ],
];

test.for(cases)('the verdict when %s', async ([, settings, code, verdict, leaves, ...flags]) => {
  const commandResult = await runSmokeCommand(await settings(), ...flags);
  expect(commandResult.stdout.split('\n')[0]).toMatch(verdict);
  expect(commandResult.code).toBe(code);
  expect(commandResult.stdout).toMatch(leaves);
});

describe('the last good run', () => {
  test('is written by a good run, compared with, and kept by a bad one', async () => {
    const folder = await makeFolderWith({});
    const lastGoodPath = join(folder, 'last', 'good.json');
    const target = await serveMock();
    const firstRun = await runSmokeCommand({ target }, '--last-good', lastGoodPath);
    expect(firstRun.stdout).not.toMatch(/last good run/);
    const savedText = await readFile(lastGoodPath, 'utf8');
    const { target: savedTarget, operations } = JSON.parse(savedText);
    expect(savedTarget).toBe(target);
    expect(operations['exams.create']).toMatchObject({
      status: 201,
      shape: {
        'examDto.duration': 'number',
        'examQuestionDtoList[].questionDto.questionText': 'string',
      },
    });
    const changedText = savedText
      .replace('"examDto.duration": "number"', '"examDto.duration": "string"')
      .replace('"status": 202', '"status": 200');
    expect(changedText).not.toBe(savedText);
    const changedPath = join(await makeFolderWith({ 'good.json': changedText }), 'good.json');
    const secondRun = await runSmokeCommand({ target }, '--last-good', changedPath);
    expect(secondRun.code).toBe(0);
    expect(secondRun.stdout).toMatch(/^Changed since the last good run, .* \(then \| now\)$/m);
    expect(secondRun.stdout).toMatch(/^ {2}exams\.create {2}examDto\.duration: string \| number$/m);
    expect(secondRun.stdout).toMatch(/^ {2}exams\.submit {2}status 200 \| 202$/m);
    const textBefore = await readFile(changedPath, 'utf8');
    const waiting = await runSmokeCommand(
      { target, staff: { use: 'none' } },
      '--last-good',
      changedPath,
    );
    expect(waiting.code).toBe(4);
    expect(await readFile(changedPath, 'utf8')).toBe(textBefore);
  });

  test('of another backend, or what is none, is refused', async () => {
    const folder = await makeFolderWith({
      'other.json': { version: 1, at: '', target: 'http://other.example', operations: {} },
      'none.json': '[]',
    });
    const target = await makeClosedAddress();
    const runWithLastGood = (name: string) =>
      runSmokeCommand({ target }, '--last-good', join(folder, name));
    expect(await runWithLastGood('other.json')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/is of http:\/\/other\.example, this run is of /),
    });
    expect(await runWithLastGood('none.json')).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/was not written by a smoke run/),
    });
  });
});

test('every format of report has the verdict or what led to it', async () => {
  const folder = await makeFolderWith({});
  const target = await serveMock({ faults: ['exam-without-choices'] });
  const reportArguments = makeReportFlags(join(folder, 'report.'));
  await runSmokeCommand({ target }, ...reportArguments);
  for (const format of reportFormatNames) {
    expect(await readFile(join(folder, `report.${format}`), 'utf8'), format).toMatch(
      /exams[./]\S*create|verdict="BROKEN"\} 1/,
    );
  }
  expect(await readFile(join(folder, 'report.html'), 'utf8')).toMatch(/admissions smoke of/i);
  expect(await readFile(join(folder, 'report.github-summary'), 'utf8')).toMatch(
    /Admissions smoke: BROKEN/,
  );
});

test.for([
  ['it went well', async () => ({ target: await serveMock() }), []],
  ['nothing answers', async () => ({ target: await makeClosedAddress() }), []],
  ['it could not begin', async () => ({ target: await serveMock() }), ['--last-good', '/']],
] as [string, () => Promise<object>, string[]][])(
  'a run file is given back after a run: %s',
  async ([, settings, flags]) => {
    const folder = await makeFolderWith({});
    await runSmokeCommand(await settings(), '--save', join(folder, 'run.json'), ...flags);
    expect((await readdir(folder)).filter((name) => name !== 'run.json')).toEqual([]);
  },
);
