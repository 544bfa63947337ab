import { readFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { applicantExamples } from '@one-planet/contract';
import { describe, expect, test } from 'vitest';
import {
  makeClosedAddress,
  makeFolderWith,
  runCli,
  runLine,
  serveMock,
  serveTest,
} from '../testing/support.ts';

const respondRegistered: RequestListener = (_, response) => response.writeHead(201).end();

/** Runs `load` against a server of the test's own, until the registration. @returns its end and its JSON report */
async function runLoadCommand(answer: RequestListener, ...args: string[]) {
  const target = await serveTest(answer);
  const reportPath = join(await makeFolderWith({}), 'reports', 'load.json');
  const commandResult = await runLine(
    `load --target ${target} --until register --report json=${reportPath} ${args.join(' ')}`,
  );
  return {
    ...commandResult,
    report: JSON.parse(await readFile(reportPath, 'utf8').catch(() => 'null')),
  };
}

test('whole journeys are walked and reported: operations, rates, and no secret', async () => {
  const url = await serveMock();
  const folder = await makeFolderWith({});
  const { code, stdout } = await runCli(
    ...['load', '--target', url, '--applicants', '2', '--concurrency', '2'],
    ...['--report', `html=${folder}/load.html`, '--report', `json=${folder}/load.json`],
  );
  expect(code).toBe(0);
  expect(stdout).toMatch(
    /2 of 2 journeys finished in [\d.]+ s: [\d.]+ journeys\/s, [\d.]+ answers\/s/,
  );
  expect(stdout).toMatch(/^journey +2 +0( +[\d.,]+){5}$/m);
  expect(stdout).toMatch(/^files\.upload +6 +0( +[\d.,]+){5}$/m);
  expect(Math.max(...stdout.split('\n').map((line) => line.length))).toBeLessThanOrEqual(80);
  expect(stdout.trimEnd().split('\n').at(-1)).toBe('✓ measured (exit code 0)');
  const reportHtml = await readFile(`${folder}/load.html`, 'utf8');
  const reportJsonText = await readFile(`${folder}/load.json`, 'utf8');
  expect(JSON.parse(reportJsonText).operations).toHaveLength(17);
  expect(stdout + reportHtml + reportJsonText).not.toContain(applicantExamples.hana.password);
  expect(reportHtml).not.toMatch(/(src|href)="(?!data:,")|@import|url\(/);
  expect(reportHtml).toContain('exams.create');
});

test('nobody sets out after the time of a run', async () => {
  const { report, stdout } = await runLoadCommand(
    respondRegistered,
    '--concurrency',
    '2',
    '--duration',
    '1.5s',
  );
  const { started, through } = report.journeys;
  expect(started).toBeGreaterThan(2);
  expect(through).toBe(started);
  expect(Date.parse(report.endedAt) - Date.parse(report.startedAt)).toBeGreaterThanOrEqual(1500);
  expect(stdout).toContain('applicants in 1.5 s, 2 at once');
});

describe('answers that are checked by sample', () => {
  const loadLogIns = async (fault: string) => {
    const url = await serveMock({ faults: [fault] });
    const reportPath = join(await makeFolderWith({}), 'load.json');
    const { stdout } = await runCli(
      ...['load', '--target', url, '--until', 'log-in', '--applicants', '11', '--concurrency', '1'],
      ...['--check-answers', 'sample', '--report', `json=${reportPath}`],
    );
    return { stdout, report: JSON.parse(await readFile(reportPath, 'utf8')) };
  };

  test('are held against the schemas in one journey of ten, and the report says so', async () => {
    const { stdout, report } = await loadLogIns('should-change-missing');
    expect(report.journeys).toMatchObject({ through: 9, failed: 2 });
    expect(report.plan.checkAnswers).toBe('sample');
    expect(stdout.replace(/\s+/g, ' ')).toContain('checked by sample (--check-answers sample)');
  });

  test('end a journey with the answer that broke what it needs, and not as a bug', async () => {
    const { report } = await loadLogIns('role-missing');
    expect(report.journeys).toMatchObject({ through: 0, failed: 11 });
    const failedPlaces = report.errors.map(({ where }: { where: string }) => where);
    expect(new Set(failedPlaces)).toEqual(new Set(['auth.login']));
  });
});

describe('a server that stands still once', () => {
  /** Answers the first request after 300 ms, and all others at once. */
  const makeStallingListener = () => {
    let isFirstRequest = true;
    return ((request, response) => {
      if (!isFirstRequest) return respondRegistered(request, response);
      isFirstRequest = false;
      setTimeout(() => respondRegistered(request, response), 300);
    }) satisfies RequestListener;
  };

  test('is seen by all who were due meanwhile, when they arrive at a rate', async () => {
    const args = ['--applicants', '40', '--rate', '400', '--max-in-flight', '1'];
    const { report, stdout } = await runLoadCommand(makeStallingListener(), ...args);
    const { response, service, delay } = report.journeyTimes;
    expect(response.count).toBe(40);
    expect(response.p50).toBeGreaterThan(150);
    expect(service.p50).toBeLessThan(150);
    expect(delay.p50).toBeGreaterThan(100);
    expect(report.journeys).toMatchObject({ started: 40, through: 40 });
    expect(report.journeys.heldBack).toBeGreaterThan(10);
    expect(stdout).toContain('The rate was not kept');
  });

  test('is hidden by a concurrency, and the report says so', async () => {
    const { report, stdout } = await runLoadCommand(
      makeStallingListener(),
      '--applicants',
      '40',
      '--concurrency',
      '1',
    );
    expect(report.journeyTimes.response.p90).toBeLessThan(150);
    expect(report.journeyTimes.response.max).toBeGreaterThan(250);
    expect(stdout.replace(/\s+/g, ' ')).toContain(
      'cannot show how long applicants who arrive regardless',
    );
  });
});

describe('the exit code', () => {
  test('is 6 when a threshold is missed, and each is reported with what was measured', async () => {
    const args = ['--applicants', '5', '--threshold', 'errors<1%', '--threshold', 'p95<0.001'];
    const { code, stdout, report } = await runLoadCommand(respondRegistered, ...args);
    expect(code).toBe(6);
    expect(stdout).toMatch(/\n✗ 1 threshold missed \(exit code 6\)\n$/);
    expect(stdout).toMatch(/✓ errors<1% +0\.00 %\n✗ p95<0\.001 +[\d.]+ ms/);
    expect(report).toMatchObject({ exitCode: 6, thresholds: [{ met: true }, { met: false }] });
  });

  const makeHalfFailingListener = () => {
    let count = 0;
    return ((_, response) =>
      response.writeHead(count++ % 2 ? 201 : 500).end()) satisfies RequestListener;
  };
  test('is the worst end of a journey without thresholds, and theirs where there are some', async () => {
    expect((await runLoadCommand(makeHalfFailingListener(), '--applicants', '6')).code).toBe(1);
    const resultWithThreshold = await runLoadCommand(
      makeHalfFailingListener(),
      '--applicants',
      '6',
      '--threshold',
      'errors<=50%',
    );
    expect(resultWithThreshold.code).toBe(0);
    expect(resultWithThreshold.stdout).toMatch(
      /✗ applicants\.register: undeclared status 500 \(3 attempts, ended 3 journeys\)/,
    );
    expect(resultWithThreshold.stdout).toMatch(/repeat curl .*applicants\/public\/apply/);
    expect(resultWithThreshold.report.journeyTimes).toMatchObject({
      response: { count: 3 },
      failed: { count: 3 },
    });
  });

  test('is 3 when nothing was reached, whatever the thresholds', async () => {
    const line = `load --target ${await makeClosedAddress()} --applicants 3 --threshold p95<1`;
    const { code, stdout } = await runLine(line);
    expect(code).toBe(3);
    expect(stdout).toContain(
      'applicants.register: connection refused (3 attempts, ended 3 journeys)',
    );
  });

  test('is 130 after an interrupt, and what was measured until then is written', async () => {
    let count = 0;
    const { code, report, stdout } = await runLoadCommand(
      (request, response) => {
        count += 1;
        if (count < 5) respondRegistered(request, response);
        else process.emit('SIGINT');
      },
      ...['--applicants', '1000', '--concurrency', '1'],
    );
    expect(code).toBe(130);
    expect(report).toMatchObject({
      interrupted: true,
      journeys: { started: 5, through: 4, failed: 0, brokenOff: 1 },
      errors: [],
    });
    expect(stdout).toContain('995 applicants never started, 1 were cut off');
  });
});

test('a report on stdout stands there alone', async () => {
  const { stdout, stderr } = await runLoadCommand(
    respondRegistered,
    '--applicants',
    '2',
    '--report',
    'json=-',
  );
  expect(JSON.parse(stdout)).toMatchObject({ format: 'admissions-load', journeys: { through: 2 } });
  expect(stderr).toContain('2 of 2 journeys finished');
});
