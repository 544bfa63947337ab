import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { makeFolderWith, serveMock } from '../../cli/src/testing/support.ts';
import { type ProxiedCall, startProxy } from '../support/proxy.ts';
import { startAdmissions } from '../support/run-command.ts';

/** A kill before a GET equals the kill after the previous response: the GET has changed nothing. */
const isKillPoint = ({ methodAndPath, phase }: ProxiedCall) =>
  phase === 'response' || !methodAndPath.startsWith('GET ');

test('a journey that is killed before and after every request in turn resumes to APPLIED and repeats no change', async () => {
  const passedCalls: ProxiedCall[] = [];
  const killPoints = new Set<string>();
  let pid: number | undefined;
  const proxy = await startProxy(await serveMock(), (passingCall) => {
    if (passingCall.phase === 'response') passedCalls.push(passingCall);
    const killPoint = `${passingCall.methodAndPath} ${passingCall.phase}`;
    if (!pid || killPoints.has(killPoint) || !isKillPoint(passingCall)) return false;
    killPoints.add(killPoint);
    process.kill(pid, 'SIGKILL');
    pid = undefined;
    return true;
  });
  onTestFinished(proxy.close);
  const runFile = join(await makeFolderWith({}), 'run.json');
  const runJourney = async (...args: string[]) => {
    const run = startAdmissions('journey', ...args);
    pid = run.pid;
    return run.result;
  };
  const startFlags = ['--target', proxy.url, '--save', runFile];
  let result = await runJourney(...startFlags);
  while (result.exitCode === null) {
    const runFileStats = await stat(runFile).catch(() => undefined);
    result = await runJourney(...(runFileStats ? ['--resume', runFile] : startFlags));
  }
  expect(result.stdout).toMatch(/^Done: APPLIED/m);
  const runFileContent = JSON.parse(await readFile(runFile, 'utf8'));
  expect(runFileContent).toMatchObject({ memory: { examPassed: true }, finished: true });
  expect((await stat(runFile)).mode & 0o777).toBe(0o600);
  expect(killPoints.size).toBeGreaterThan(25);

  const successfulCallsTo = (path: string) =>
    passedCalls.filter(
      ({ methodAndPath, status = 0 }) => status < 300 && methodAndPath.endsWith(path),
    );
  const examIds = successfulCallsTo('/exams/private/create').map(
    ({ body = '' }) => JSON.parse(body).examDto.id,
  );
  expect({
    registrations: successfulCallsTo('/applicants/public/apply').length,
    exams: new Set(examIds).size,
    results: successfulCallsTo('/submit_exam').length,
    payments: successfulCallsTo('/make_offline_payment').length,
    applications: successfulCallsTo('/apply_for_program').length,
  }).toEqual({ registrations: 1, exams: 1, results: 1, payments: 1, applications: 1 });
});
