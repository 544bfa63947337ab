import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  makeFolderWith,
  runCli,
  runLine,
  runWithConfig,
  serveAndRecord,
  serveMock,
  serveWithoutHelpers,
  stubEnv,
} from '../testing/support.ts';

// Whole runs, on machines that do other things as well.
vi.setConfig({ testTimeout: 30_000 });

const serveMockWith = (...faults: string[]) => serveMock({ faults });

const loginFlags = ['--operation', 'auth.login'];

test('checks that pass are counted, with what was seen, and end with 0', async () => {
  const { code, stdout } = await runCli('check', ...loginFlags);
  expect(code).toBe(0);
  expect(stdout).toMatch(/auth\.login +200 ✓\d+ +400 ✓\d+ +401 ✓\d+ +404 ✓\d+/);
  expect(stdout).toMatch(/\d+ checks: \d+ passed/);
  // The others were called to get there, and say nothing of what was asked for.
  expect(stdout).not.toMatch(/^applicants\.register/m);
});

test('where somebody watches, it says how far it is and how its waiting for a mail goes', async () => {
  const { isTTY } = process.stderr;
  process.stderr.isTTY = true;
  onTestFinished(() => void Object.assign(process.stderr, { isTTY }));
  stubEnv({ TERM: 'xterm' });
  const mailbox = { use: 'eml', path: '.', waitMs: 300, everyMs: 10 };
  const checkArguments = ['check', '--only', 'applicants.activate/answers'];
  const { stderr } = await runWithConfig(
    { target: await serveMockWith(), mailbox },
    checkArguments,
  );
  expect(stderr).toMatch(/0 of 1 checks; waiting, 0 of 1 s, for the activation mail to /);
  expect(stderr).toMatch(/1 of 1 checks/);
});

test.for([
  [
    { staff: { use: 'http', requests: { verify: { url: 'https://x.example/{env:NOT_SET_1}' } } } },
    '"staff": the environment has no NOT_SET_1',
  ],
  [{ mailbox: { use: 'command', command: ['./no-mail'] } }, '"mailbox": there is no program'],
] as const)(
  'what an adapter lacks is said before the first request: %j',
  async ([settings, text]) => {
    const { requests, url } = await serveAndRecord(() => ({ status: 200 }));
    for (const command of ['check', 'journey', 'smoke']) {
      const { code, stderr } = await runWithConfig({ target: url, ...settings }, [command]);
      expect(code).toBe(2);
      expect(stderr).toContain(text);
    }
    expect(requests).toEqual([]);
  },
);

test('a report shows what passing checks sent where it is asked for', async () => {
  const folder = await makeFolderWith({});
  const listEvidence = async (...flags: string[]) => {
    const path = join(folder, 'r.json');
    const checkFlags = ['--only', 'auth.login/session', '--report', `json=${path}`, ...flags];
    await runCli('check', ...checkFlags);
    const { results } = JSON.parse(await readFile(path, 'utf8'));
    return results.map(({ evidence }: { evidence?: { curl: string } }) => evidence?.curl);
  };
  expect(await listEvidence()).toEqual([undefined]);
  expect(await listEvidence('--evidence', 'all')).toEqual([
    expect.stringMatching(/^curl .*\/api\/auth\/public\/login/),
  ]);
});

test('a should fails the run only when that is asked for', async () => {
  const target = await serveMockWith('email-case-login');
  const checkArguments = ['--target', target, '--only', 'auth.login/other-case'];
  expect((await runCli('check', ...checkArguments)).code).toBe(0);
  expect((await runCli('check', ...checkArguments, '--strict')).code).toBe(1);
});

test('what is blocked says by what, and a blocked run is no success', async () => {
  const target = await serveMockWith('login-500');
  const { code, stdout } = await runLine(`check --target ${target} --only exams.create/answers`);
  expect(code).toBe(1);
  expect(stdout).toContain('1 blocked by auth.login/never-5xx');
});

test('the baseline excuses what is known, names what is gone, and is written', async () => {
  const target = await serveMockWith('register-200');
  const baselinePath = join(await makeFolderWith({}), 'b.json');
  const commandLine = `check --only applicants.register/answers --baseline ${baselinePath}`;
  expect((await runLine(`${commandLine} --target ${target}`)).code).toBe(2);
  expect((await runLine(`${commandLine} --target ${target} --update-baseline`)).code).toBe(0);
  expect((await runLine(`${commandLine} --target ${target}`)).code).toBe(0);
  const runWithoutFinding = await runLine(commandLine);
  expect(runWithoutFinding.code).toBe(1);
  expect(runWithoutFinding.stdout).toContain('no longer happens');
});

test('without a mailbox, what needs one is skipped and says what to set', async () => {
  const url = await serveWithoutHelpers();
  const { code, stdout } = await runCli('check', '--target', url, ...loginFlags);
  expect(code).toBe(0);
  expect(stdout).toMatch(/skipped:[\s\S]*Set "mailbox"\s+in\s+admissions/);
});

test('checks are listed without a backend, and as a page that links their rules', async () => {
  const listArguments = ['check', '--list', '--only', 'exams.create/in/*'];
  expect((await runCli(...listArguments)).stdout).toContain('must   exams.create/in/APPLIED');
  expect((await runCli(...listArguments, '--format', 'markdown')).stdout).toContain(
    '- Rule: [states#wrong-state](docs/rules/states.md#wrong-state)',
  );
});

test('a check is explained with the words of its rule, in 80 columns', async () => {
  const { stdout } = await runCli('check', '--explain', 'exams.create/in/APPLIED');
  expect(stdout).toMatch(
    /rule +docs\/rules\/states\.md#wrong-state\n +An operation that belongs to one state is refused in every/,
  );
  expect(stdout).toMatch(/\n +Open: whether the state or the input is checked first/);
  expect(stdout).toMatch(/leaves open/);
  expect(Math.max(...stdout.split('\n').map(({ length }) => length))).toBeLessThanOrEqual(80);
});

test('a fuzzed operation that breaks is reported with the payload and the seed', async () => {
  const target = await serveMockWith('refusals-500');
  const fuzzFlags = ['--fuzz', '5', '--seed', '3', '--only', 'auth.forgotPassword/fuzz'];
  const { code, stdout } = await runCli('check', '--target', target, ...fuzzFlags);
  expect(code).toBe(1);
  expect(stdout).toMatch(/payload\s+with[\s\S]*\(seed 3\)/);
});

describe('--failed', () => {
  async function checkAndReport(faults: string[]) {
    const reportPath = join(await makeFolderWith({}), 'last.json');
    const target = await serveMockWith(...faults);
    const filterFlags = ['--operation', 'auth.login', '--operation', 'applicants.register'];
    await runCli('check', '--target', target, ...filterFlags, '--report', `json=${reportPath}`);
    const { results } = JSON.parse(await readFile(reportPath, 'utf8'));
    const outcomes: { id: string; outcome: string }[] = results;
    return {
      file: reportPath,
      unsettled: outcomes.filter(({ outcome }) => /failed|blocked/.test(outcome)),
    };
  }

  test('makes again what failed or was blocked, and nothing else', async () => {
    const { file, unsettled } = await checkAndReport(['login-500']);
    expect(unsettled.length).toBeGreaterThan(1);
    const { code, stdout } = await runCli('check', '--failed', file);
    expect(stdout).toContain(`\n${unsettled.length} checks: `);
    expect(code).toBe(0);
    const listResult = await runCli('check', '--failed', file, '--list');
    for (const { id } of unsettled) expect(listResult.stdout).toContain(id);
  });

  test('has nothing to do where nothing failed', async () => {
    const { file } = await checkAndReport([]);
    const { code, stderr } = await runCli('check', '--failed', file);
    expect([code, stderr]).toEqual([0, expect.stringMatching(/nothing to run again/)]);
  });

  test('takes a report of a check only', async () => {
    const folder = await makeFolderWith({ 'smoke.json': '{"command":"smoke","results":[]}' });
    const wrongFileResult = await runCli('check', '--failed', join(folder, 'smoke.json'));
    expect([wrongFileResult.code, wrongFileResult.stderr]).toEqual([
      2,
      expect.stringMatching(/is no report of a check/),
    ]);
    const longId = 'x'.repeat(81);
    const foreignFolder = await makeFolderWith({
      'r.json': { command: 'check', results: [{ id: longId, outcome: 'failed' }] },
    });
    const longIdResult = await runCli('check', '--failed', join(foreignFolder, 'r.json'));
    expect([longIdResult.code, longIdResult.stderr]).toEqual([
      2,
      expect.not.stringContaining(longId),
    ]);
    const resultWithoutFailures = await runCli('check', '--failed', join(folder, 'away.json'));
    expect([resultWithoutFailures.code, resultWithoutFailures.stderr]).toEqual([
      2,
      expect.stringMatching(/cannot be read: ENOENT/),
    ]);
  });
});
