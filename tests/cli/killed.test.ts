import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { folderWith, serveMock } from '../../cli/src/testing/support.ts';
import { type ProxiedCall, startProxy } from '../support/proxy.ts';
import { startAdmissions } from '../support/run-command.ts';

/** Reads are repeated without harm: a kill before one equals a kill after the request before it. */
const changes = ({ name, phase }: ProxiedCall) => phase === 'response' || !name.startsWith('GET ');

test('a journey that is killed at every request in turn, before it took effect and after, goes on to APPLIED and repeats nothing', async () => {
  const answered: ProxiedCall[] = [];
  const points = new Set<string>();
  let pid: number | undefined;
  const proxy = await startProxy(await serveMock(), (passing) => {
    if (passing.phase === 'response') answered.push(passing);
    const point = `${passing.name} ${passing.phase}`;
    if (!pid || points.has(point) || !changes(passing)) return false;
    points.add(point);
    process.kill(pid, 'SIGKILL');
    pid = undefined;
    return true;
  });
  onTestFinished(proxy.close);
  const runFile = join(await folderWith({}), 'run.json');
  const walk = async (...args: string[]) => {
    const run = startAdmissions('journey', ...args);
    pid = run.pid;
    return run.result;
  };
  const begin = ['--target', proxy.url, '--save', runFile];
  let ended = await walk(...begin);
  while (ended.exitCode === null) {
    const isBegun = await stat(runFile).catch(() => undefined);
    ended = await walk(...(isBegun ? ['--resume', runFile] : begin));
  }
  expect(ended.stdout).toMatch(/^Done: APPLIED/m);
  const saved = JSON.parse(await readFile(runFile, 'utf8'));
  expect(saved).toMatchObject({ memory: { examPassed: true }, finished: true });
  expect((await stat(runFile)).mode & 0o777).toBe(0o600);
  expect(points.size).toBeGreaterThan(25);

  const done = (path: string) =>
    answered.filter(({ name, status = 0 }) => status < 300 && name.endsWith(path));
  const exams = done('/exams/private/create').map(({ body = '' }) => JSON.parse(body).examDto.id);
  expect({
    registrations: done('/applicants/public/apply').length,
    exams: new Set(exams).size,
    results: done('/submit_exam').length,
    payments: done('/make_offline_payment').length,
    applications: done('/apply_for_program').length,
  }).toEqual({ registrations: 1, exams: 1, results: 1, payments: 1, applications: 1 });
});
