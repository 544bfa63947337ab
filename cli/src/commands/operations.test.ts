import { operations } from '@one-planet/contract';
import { expect, test } from 'vitest';
import { folderWith } from '../process/testing/folder.ts';
import { runCli } from './testing/run-cli.ts';

test('every operation has a line, none is wider than 100 columns', async () => {
  const { code, stdout, stderr } = await runCli('operations');
  expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
  const lines = stdout.trimEnd().split('\n');
  for (const { name, route } of operations) {
    const line = lines.find((one) => one.startsWith(`${name} `));
    expect(line).toContain(route.path);
  }
  expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(100);
  const columns = lines.filter((line) => !line.startsWith(' ')).map((line) => line.search(/\S+$/));
  expect(new Set(columns).size).toBe(1);
});

test('states, moves and the rule stand below their operation', async () => {
  const { stdout } = await runCli('operations', 'exams');
  expect(stdout.split('\n').map((line) => line.trim().replace(/ +/g, ' '))).toEqual([
    'OPERATION METHOD PATH AUTH',
    'exams.create POST /exams/private/create bearer',
    'in ACTIVATED',
    'docs/rules/exam.md#start',
    'exams.submit POST /exams/private/submit_exam bearer',
    'ACTIVATED -> TOOK_EXAM when the exam is passed',
    'docs/rules/exam.md#submit',
    '',
  ]);
});

test('the paths are those of the dialect', async () => {
  const { stdout } = await runCli('operations', 'applicants.activate', '--dialect', 'alternate');
  expect(stdout).toContain('/applicants/public/activate/:token');
});

test('a dialect that activates with the password says what is never sent', async () => {
  const cwd = await folderWith({
    'd.json': { operations: { 'applicants.activate': { withPassword: true } } },
  });
  const { stdout } = await runCli('operations', 'createPassword', '--dialect', `${cwd}/d.json`);
  expect(stdout).toContain('never sent in this dialect');
});

test('as JSON they hold the same facts', async () => {
  const { stdout } = await runCli('operations', 'applicants.applyForProgram', '--json');
  expect(JSON.parse(stdout)).toMatchObject([
    {
      operation: 'applicants.applyForProgram',
      method: 'POST',
      auth: 'bearer',
      states: ['READY_TO_APPLY'],
      rule: 'docs/rules/application.md#apply',
      moves: [{ from: 'READY_TO_APPLY', to: 'APPLIED' }],
    },
  ]);
  expect(JSON.parse((await runCli('operations', '--json')).stdout)).toHaveLength(operations.length);
});

test('an unknown name is reported with the near one', async () => {
  const { code, stderr } = await runCli('operations', 'exmas');
  expect(code).toBe(2);
  expect(stderr).toContain('there is no operation or resource "exmas" (did you mean "exams"?)');
});
