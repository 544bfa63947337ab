import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { reportFormatNames } from '../report/files.ts';
import {
  makeClosedAddress,
  makeFolderWith,
  makeReportFlags,
  runCli,
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

test('a night that walked a part of the way says so to machines, too', async () => {
  const folder = await makeFolderWith({});
  const target = await serveWithoutHelpers();
  const formats = ['json', 'junit', 'prometheus', 'github-summary'];
  await runSmokeCommand(
    { target },
    ...formats.flatMap((format) => ['--report', `${format}=${join(folder, format)}`]),
  );
  const [json = '', junit, prometheus, summary] = await Promise.all(
    formats.map((format) => readFile(join(folder, format), 'utf8')),
  );
  expect(JSON.parse(json)).toMatchObject({ exitCode: 0, verdictWord: 'PARTIAL' });
  expect(junit).toMatch(/classname="run\/partial"[^>]*>\s*<skipped message="PARTIAL: registered/);
  expect(prometheus).toMatch(/verdict="PARTIAL"\} 1$/m);
  expect(summary).toMatch(/^## (?!✅).*PARTIAL/m);
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

  test('of another backend is not compared, and a good run replaces it', async () => {
    const otherBackend = { version: 1, at: '', target: 'http://other.example', operations: {} };
    const path = join(await makeFolderWith({ 'good.json': otherBackend }), 'good.json');
    const target = await serveMock();
    const { code, stderr, stdout } = await runSmokeCommand({ target }, '--last-good', path);
    expect(code).toBe(0);
    expect(stdout).not.toMatch(/last good run/);
    expect(stderr).toMatch(/is of http:\/\/other\.example, this run is of .*: nothing is compared/);
    expect(JSON.parse(await readFile(path, 'utf8')).target).toBe(target);
  });

  test('stays as it is after a night that walked only a part of the way', async () => {
    const path = join(await makeFolderWith({}), 'good.json');
    let hasHelpers = true;
    const target = await serveMock({}, ({ fetch }) => ({
      fetch: async (request) =>
        hasHelpers || !request.url.includes('/_mock')
          ? fetch(request)
          : new Response('{}', { status: 404 }),
    }));
    const readOperations = async () => JSON.parse(await readFile(path, 'utf8')).operations;
    await runSmokeCommand({ target }, '--last-good', path);
    const operations = await readOperations();
    hasHelpers = false;
    const partialRun = await runSmokeCommand({ target }, '--last-good', path);
    expect(partialRun.stdout).toMatch(/^PARTIAL/);
    expect(await readOperations()).toEqual(operations);
  });

  test('that is none is refused, so that no other file is overwritten', async () => {
    const path = join(await makeFolderWith({ 'none.json': '[]' }), 'none.json');
    const target = await makeClosedAddress();
    expect(await runSmokeCommand({ target }, '--last-good', path)).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/was not written by a smoke run/),
    });
  });
});

test('a run without a target is misconfigured, because a lost configuration is no good night', async () => {
  const folder = await makeFolderWith({ 'c.json': { profiles: { staging: {} } } });
  const metricsPath = join(folder, 'smoke.prom');
  const reportFlags = ['--report', `prometheus=${metricsPath}`];
  for (const flags of [
    [],
    ['--config', join(folder, 'c.json'), '--profile', 'staging'],
    ['--save', join(folder, 'run.json')],
  ]) {
    const { code, stdout, stderr } = await runCli('smoke', ...flags, ...reportFlags);
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^error: smoke needs a target: .* --target mock is a demonstration\n$/);
    expect(await readFile(metricsPath, 'utf8')).toMatch(/verdict="MISCONFIGURED"\} 1$/m);
  }
  expect((await runCli('smoke', '--target', 'mock')).code).toBe(0);
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

describe('every end is a record', () => {
  const readReports = async (prefix: string) => {
    const readReport = (format: string) => readFile(prefix + format, 'utf8');
    const prometheusText = await readReport('prometheus');
    return {
      verdict: /verdict="([A-Z ]+)"\} 1$/m.exec(prometheusText)?.[1],
      target: /target="([^"]*)"/.exec(prometheusText)?.[1],
      startedAt: Number(/run_timestamp_seconds\{.*\} (\d+)/.exec(prometheusText)?.[1]) * 1000,
      reasons: [
        JSON.parse(await readReport('json')).ended,
        /<error message="([^"]*)"/.exec(await readReport('junit'))?.[1],
        /## (.*)/.exec(await readReport('github-summary'))?.[1],
        await readReport('html'),
      ].join('\n'),
    };
  };

  const endsBeforeTheFirstRequest: [string, object, string[], RegExp, string][] = [
    ['an unknown option', {}, ['--stirct'], /unknown option .{1,10}--stirct/, 'an unknown target'],
    ['a number that is none', {}, ['--slow', 'x'], /must be a whole number/, 'an unknown target'],
    [
      'no such profile',
      {},
      ['--profile', 'stagign'],
      /no profile \S{1,6}stagign/,
      'profile stagign',
    ],
    [
      'a password that is not there',
      {
        target: 'https://staging.college.example',
        mailbox: { use: 'imap', host: 'imap.college.example', user: 'a', passwordEnv: 'NO_SUCH' },
      },
      [],
      /NO\\?_SUCH/,
      'https://staging.college.example, dialect canonical',
    ],
    [
      'a file of --last-good that is none',
      { target: 'https://staging.college.example' },
      ['--last-good', '/'],
      /--last-good: \/ cannot be read/,
      'an unknown target',
    ],
  ];

  test.for(endsBeforeTheFirstRequest)(
    'also before the first request: %s',
    async ([, settings, flags, reason, target]) => {
      const prefix = join(await makeFolderWith({}), 'report.');
      const { code } = await runSmokeCommand(settings, ...makeReportFlags(prefix), ...flags);
      expect(code).toBe(2);
      const reports = await readReports(prefix);
      expect(reports).toMatchObject({ verdict: 'MISCONFIGURED', target });
      expect(Date.now() - reports.startedAt).toBeLessThan(60_000);
      for (const reportedReason of reports.reasons.split('\n').slice(0, 3))
        expect(reportedReason).toMatch(reason);
      expect(reports.reasons).toMatch(reason);
    },
  );

  test('one report that cannot be written does not keep the reason from the others', async () => {
    const folder = await makeFolderWith({ taken: 'a file' });
    const flags = ['--report', `json=${join(folder, 'taken', 'x')}`];
    const path = join(folder, 'x.prom');
    const { code } = await runSmokeCommand({}, ...flags, '--report', `prometheus=${path}`);
    expect(code).toBe(2);
    expect(await readFile(path, 'utf8')).toMatch(/verdict="MISCONFIGURED"\} 1$/m);
  });

  test('a run that goes on, or was killed, stands there as running, with its time', async () => {
    const prefix = join(await makeFolderWith({}), 'report.');
    const reportsDuringRun: Awaited<ReturnType<typeof readReports>>[] = [];
    const target = await serveTest(async (_, response) => {
      reportsDuringRun.push(await readReports(prefix));
      response.writeHead(502).end();
    });
    const { code } = await runSmokeCommand({ target }, ...makeReportFlags(prefix));
    const [runningReports] = reportsDuringRun;
    if (!runningReports) throw new Error('the run sent no request');
    expect(runningReports.verdict).toBe('RUNNING');
    expect(runningReports.target).toContain(target);
    expect(Date.now() - runningReports.startedAt).toBeLessThan(60_000);
    for (const reason of runningReports.reasons.split('\n').slice(0, 3))
      expect(reason).toMatch(/has written no end: it goes on, or it was killed/);
    expect([code, (await readReports(prefix)).verdict]).toEqual([3, 'NOT REACHED']);
  });
});

describe('what may be an accident counts where it repeats', () => {
  const confirmFlags = ['--confirm', '1', '--confirm-after', '0'];
  /** @param changeResponse gets how often the path was requested, from 1 */
  const serveChangedMock = async (
    path: string,
    changeResponse: (requestNumber: number, respond: () => Promise<Response>) => Promise<Response>,
  ) => {
    let requestNumber = 0;
    return serveMock({}, ({ fetch }) => ({
      fetch: async (request) => {
        if (!new URL(request.url).pathname.includes(path)) return fetch(request);
        requestNumber += 1;
        return changeResponse(requestNumber, () => Promise.resolve(fetch(request)));
      },
    }));
  };
  const unavailable = async () => new Response('busy', { status: 503 });
  const readPrometheus = async (flags: string[], target: string) => {
    const path = join(await makeFolderWith({}), 'smoke.prom');
    const result = await runSmokeCommand({ target }, ...flags, '--report', `prometheus=${path}`);
    const attempts = /run_attempts\{.*\} (\d)/.exec(await readFile(path, 'utf8'))?.[1];
    return { ...result, firstLine: result.stdout.split('\n')[0], attempts: Number(attempts) };
  };

  test('an answer that is missing once is a note, and the night is good', async () => {
    const target = await serveChangedMock('/exams/private/create', (number, respond) =>
      number === 1 ? unavailable() : respond(),
    );
    const { firstLine, stdout, code, attempts } = await readPrometheus(confirmFlags, target);
    expect([code, attempts]).toEqual([0, 2]);
    expect(firstLine).toMatch(/^GOOD: APPLIED/);
    expect(stdout).toMatch(/^Once, and not again\n {2}NOT REACHED: exams\.create: not available/m);
    expect(stdout).toMatch(/^Left behind: applicant hana\S+, applicant hana\S+, 3 uploads/m);
  });

  test('an answer that is missing again is the verdict', async () => {
    const target = await serveChangedMock('/exams/private/create', unavailable);
    const { firstLine, code, attempts } = await readPrometheus(confirmFlags, target);
    expect([code, attempts]).toEqual([3, 2]);
    expect(firstLine).toMatch(/^NOT REACHED: exams\.create/);
  });

  test('a mail that is missing twice is the verdict, and no note', async () => {
    const mailbox = { use: 'eml', path: '.', waitMs: 50, everyMs: 10 };
    const { code, stdout } = await runSmokeCommand(
      { target: await serveMock(), mailbox },
      ...confirmFlags,
    );
    expect(code).toBe(5);
    expect(stdout).not.toMatch(/Once, and not again/);
  });

  test('one slow answer of an operation that is called once is a note', async () => {
    const target = await serveChangedMock('/submit_exam', async (number, respond) => {
      if (number === 1) await new Promise((resolve) => setTimeout(resolve, 600));
      return respond();
    });
    const flags = [...confirmFlags, '--slow', '500'];
    const { firstLine, stdout, code, attempts } = await readPrometheus(flags, target);
    expect([code, attempts]).toEqual([0, 2]);
    expect(firstLine).toMatch(/^GOOD/);
    expect(stdout).toMatch(/exams\.submit took \d+ ms, and \d+ ms in another attempt/);
  });

  test('an operation that is slow alone is so in three attempts; many are in two', async () => {
    const slowSubmission = await serveChangedMock('/submit_exam', async (_, respond) => {
      await new Promise((resolve) => setTimeout(resolve, 300));
      return respond();
    });
    const flags = [...confirmFlags, '--slow', '250'];
    expect(await readPrometheus(flags, slowSubmission)).toMatchObject({ code: 6, attempts: 3 });
    const slowServer = await serveMock({ latencyMs: 60 });
    expect(await readPrometheus([...confirmFlags, '--slow', '50'], slowServer)).toMatchObject({
      code: 6,
      attempts: 2,
    });
  });

  test('an operation that is slow every time is so after an accident, too', async () => {
    let hasFailed = false;
    const target = await serveMock({}, ({ fetch }) => ({
      fetch: async (request) => {
        if (!hasFailed && request.url.includes('/exams/private/create')) {
          hasFailed = true;
          return unavailable();
        }
        if (request.url.includes('/submit_exam'))
          await new Promise((resolve) => setTimeout(resolve, 600));
        return fetch(request);
      },
    }));
    const flags = [...confirmFlags, '--slow', '500'];
    const { firstLine, code, attempts } = await readPrometheus(flags, target);
    expect([code, attempts]).toEqual([6, 3]);
    expect(firstLine).toMatch(/^SLOW: exams\.submit/);
  });

  test('one slow answer after two accidents is a note, because it was measured once', async () => {
    let failureCount = 0;
    let submissionCount = 0;
    const target = await serveMock({}, ({ fetch }) => ({
      fetch: async (request) => {
        if (
          request.url.includes(['/public/apply', '/exams/private/create'][failureCount] ?? 'none')
        ) {
          failureCount += 1;
          return unavailable();
        }
        if (request.url.includes('/submit_exam')) {
          submissionCount += 1;
          await new Promise((resolve) => setTimeout(resolve, 600));
        }
        return fetch(request);
      },
    }));
    const flags = [...confirmFlags, '--slow', '500'];
    const { firstLine, stdout, code, attempts } = await readPrometheus(flags, target);
    expect(submissionCount).toBe(1);
    expect([code, attempts]).toEqual([0, 3]);
    expect(firstLine).toMatch(/^GOOD/);
    expect(stdout).toMatch(/^Once, and not again[\s\S]*exams\.submit took \d+ ms/m);
  });

  test('without another attempt the first one counts, and a broken contract is never tried again', async () => {
    const onceMissing = await serveChangedMock('/exams/private/create', (number, respond) =>
      number === 1 ? unavailable() : respond(),
    );
    expect(await readPrometheus([], onceMissing)).toMatchObject({ code: 3, attempts: 1 });
    const broken = await serveMock({ faults: ['exam-without-choices'] });
    expect(await readPrometheus(confirmFlags, broken)).toMatchObject({ code: 1, attempts: 1 });
  });

  test('where each attempt meets another problem, the third one counts', async () => {
    let requestNumber = 0;
    const operationPaths = ['/exams/private/create', '/submit_exam', '/make_offline_payment'];
    const target = await serveMock({}, ({ fetch }) => ({
      fetch: async (request) => {
        if (!request.url.includes(operationPaths[requestNumber] ?? 'none')) return fetch(request);
        requestNumber += 1;
        return unavailable();
      },
    }));
    const { firstLine, code, attempts } = await readPrometheus(confirmFlags, target);
    expect([code, attempts]).toEqual([3, 3]);
    expect(firstLine).toMatch(/^NOT REACHED: payments\.makeOffline/);
  });
});

test('nights that wait for staff end alike, each with a file of its own', async () => {
  const folder = await makeFolderWith({});
  const settings = { target: await serveMock(), staff: { use: 'none' } };
  const runNight = () => runSmokeCommand(settings, '--save', join(folder, '{date}.run.json'));
  const [first, second] = [await runNight(), await runNight()];
  expect([first.code, second.code]).toEqual([4, 4]);
  const [firstFile = '', secondFile = ''] = (await readdir(folder)).sort(
    (a, b) => a.length - b.length,
  );
  expect(firstFile).toMatch(/^\d{4}-\d\d-\d\d\.run\.json$/);
  expect(secondFile).toBe(firstFile.replace('.run', '-2.run'));
  expect(second.stdout).toContain(`--resume ${join(folder, secondFile)}`);
});

test('a job whose clock is two days ahead gets its mail, and is told', async () => {
  const dayMs = 24 * 60 * 60 * 1000;
  const target = await serveMock({}, ({ fetch }) => ({
    fetch: async (request) => {
      const response = await fetch(request);
      const headers = new Headers(response.headers);
      headers.set('date', new Date(Date.now() - 2 * dayMs).toUTCString());
      if (!request.url.includes('/_mock/outbox.json'))
        return new Response(response.body, { status: response.status, headers });
      const mails = ((await response.json()) as { sentAt: string }[]).map((mail) => ({
        ...mail,
        sentAt: new Date(Date.parse(mail.sentAt) - 2 * dayMs).toISOString(),
      }));
      return Response.json(mails, { headers });
    },
  }));
  const { code, stdout } = await runSmokeCommand({ target });
  expect([code, stdout.split('\n')[0]]).toEqual([0, expect.stringMatching(/^GOOD/)]);
  expect(stdout).toMatch(/^Warning: the clock of this machine is 48 hours ahead of the backend's/m);
});

test('a list from a cache is older than the clock, which is no warning', async () => {
  const hourAgo = new Date(Date.now() - 60 * 60 * 1000).toUTCString();
  const target = await serveMock({}, ({ fetch }) => ({
    fetch: async (request) => {
      const response = await fetch(request);
      const headers = new Headers(response.headers);
      if (request.url.includes('/programs/')) headers.set('date', hourAgo);
      return new Response(response.body, { status: response.status, headers });
    },
  }));
  const { code, stdout } = await runSmokeCommand({ target });
  expect(code).toBe(0);
  expect(stdout).not.toMatch(/^Warning/m);
});
