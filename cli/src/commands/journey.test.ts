import { spawnSync } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { applicantExamples } from '@one-planet/contract';
import { createBackend, type Fault } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import foreignConfiguration from '../../../tests/support/run-files/foreign-configuration.json' with {
  type: 'json',
};
import {
  makeFolderWith,
  runCli,
  runWithConfig,
  serveAndRecord,
  serveMock,
  serveTest,
} from '../testing/support.ts';

const runJourneyCommand = (...flags: string[]) => runCli('journey', ...flags);

/** The state that the one applicant of a journey reached. */
const readState = (stdout: string) => JSON.parse(stdout).journeys[0].state;

/** A journey that was saved where it waits for staff. */
async function saveJourneyWaitingForStaff() {
  const target = await serveMock();
  const runFilePath = join(await makeFolderWith({}), 'run.json');
  const waitingRun = await runWithConfig({ target, staff: { use: 'none' } }, [
    'journey',
    '--save',
    runFilePath,
  ]);
  const { email } = JSON.parse(await readFile(runFilePath, 'utf8'));
  const decide = (decision: 'verify' | 'reject') =>
    fetch(`${target}/_mock/staff/${decision}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
  const resumeFlags = ['--config', join(waitingRun.folder, 'c.json'), '--resume', runFilePath];
  return { file: runFilePath, waiting: waitingRun, resumeFlags, decide };
}

/** Refuses a phone number and a transaction reference that were sent before. */
function createUniquenessRule(): Fault {
  const usedValues = new Set<unknown>();
  const refuseUsed = (value: unknown) => {
    const isUsed = usedValues.has(value);
    usedValues.add(value);
    return isUsed ? { status: 400, body: 'This was used before.' } : undefined;
  };
  return {
    name: 'values-unique',
    sentence: 'A phone number and a transaction reference count once.',
    wrapHandler: async ({ operation, body }, next) => {
      const { phoneNumber, transactionReference } = (body ?? {}) as Record<string, unknown>;
      if (operation.name === 'applicants.register') return refuseUsed(phoneNumber) ?? next();
      if (operation.name === 'payments.makeOffline')
        return refuseUsed(transactionReference) ?? next();
      return next();
    },
  };
}

describe('a journey that is saved', () => {
  test('waits for staff, and goes on to the end days later', async () => {
    const { file, waiting, resumeFlags, decide } = await saveJourneyWaitingForStaff();
    expect(waiting.code).toBe(4);
    expect(waiting.stdout).toMatch(`Resume with: admissions journey ${resumeFlags.join(' ')}\n`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const secondRun = await runJourneyCommand(...resumeFlags);
    expect(secondRun.code).toBe(4);
    expect(secondRun.stdout).toMatch(
      /^✓ Resume +ACTIVATION_PAID .*\n {2}pay was the last finished step; next is verify$/m,
    );

    await decide('verify');
    const resumedRun = await runJourneyCommand(...resumeFlags);
    expect(resumedRun.code).toBe(0);
    expect(resumedRun.stdout).toMatch(/next is biography$/m);
    expect(resumedRun.stdout).toMatch(/^Done: APPLIED/m);
    expect(resumedRun.stdout).not.toMatch(/Go on with/);
    const secondResume = await runJourneyCommand(...resumeFlags);
    expect(secondResume).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/next is receipt$/m),
    });
  });

  test('pays again when staff rejected the payment', async () => {
    const { resumeFlags, decide } = await saveJourneyWaitingForStaff();
    await decide('reject');
    const { code, stdout } = await runJourneyCommand(...resumeFlags);
    expect(code).toBe(4);
    expect(stdout).toMatch(/next is pay$/m);
  });

  test('is not lost by another one, nor taken to another backend', async () => {
    const target = await serveMock();
    const folder = await makeFolderWith({ 'notes.json': { mine: 1 }, 'cut.json': '{"version":' });
    const runFilePath = join(folder, 'run.json');
    const savedRunFlags = ['--target', target, '--save', runFilePath];
    await runJourneyCommand(...savedRunFlags, '--until', 'register');
    const expectRefused = async (flags: string[], messagePattern: RegExp) => {
      const { code, stderr } = await runJourneyCommand(...flags);
      expect(stderr).toMatch(messagePattern);
      expect(code).toBe(2);
    };
    await expectRefused(savedRunFlags, /holds an unfinished journey: resume it with --resume/);
    await expectRefused(
      ['--resume', runFilePath, '--target', 'http://x.invalid'],
      /to a journey with target /,
    );
    await expectRefused(
      ['--resume', runFilePath, '--applicant', 'abebe'],
      /the applicant now is "abebe"/,
    );
    await expectRefused(['--resume', runFilePath, '--save', 'other.json'], /leave out --save/);
    await expectRefused(
      ['--resume', join(folder, 'none.json')],
      /there is no run file .*none\.json/,
    );
    await expectRefused(['--resume', join(folder, 'cut.json')], /is not a run file: line 1/);
    await expectRefused(
      ['--target', target, '--save', join(folder, 'notes.json')],
      /is not a run file/,
    );
    await expectRefused([...savedRunFlags, '--count', '2'], /leave out --count/);
    await expectRefused(
      ['--save', join(folder, 'new.json')],
      /the embedded mock ends with its run/,
    );
    await expectRefused(
      ['--target', target, '--save', join(folder, 'notes.json', 'run.json')],
      /cannot be written/,
    );
    expect(await readFile(join(folder, 'notes.json'), 'utf8')).toBe('{"mine":1}');
  });

  test('is walked by one process at a time; what a killed one left does not stop it', async () => {
    const folder = await makeFolderWith({});
    const runFilePath = join(folder, 'run.json');
    const savedRunFlags = ['--target', await serveMock(), '--save', runFilePath];
    const writeLock = (pid: number | undefined, host = hostname(), processStart?: string) =>
      writeFile(`${runFilePath}.lock`, JSON.stringify({ pid, host, processStart }));
    const { pid: endedProcessId } = spawnSync(process.execPath, ['-e', '0']);

    await writeLock(process.ppid);
    const { code, stderr } = await runJourneyCommand(...savedRunFlags);
    expect(stderr).toMatch(`another journey (process ${process.ppid}) is using ${runFilePath}`);
    expect(code).toBe(2);
    expect(await readdir(folder)).toEqual(['run.json.lock']);

    await writeLock(endedProcessId);
    expect((await runJourneyCommand(...savedRunFlags, '--until', 'register')).code).toBe(0);
    // The system has given the id of a killed process to another one.
    await writeLock(process.ppid, hostname(), 'another start');
    expect((await runJourneyCommand('--resume', runFilePath, '--until', 'activate')).code).toBe(0);
    await writeLock(process.ppid, 'another-container');
    expect((await runJourneyCommand('--resume', runFilePath)).code).toBe(0);
    expect(await readdir(folder)).toEqual(['run.json']);
  });

  test.for<[string, object]>([
    ['config', foreignConfiguration],
    ['profile', { flags: { profile: 'theirs' } }],
    ['examKey', { flags: { examKey: '/etc/passwd' } }],
    ['dialect', { flags: { dialect: './dialect.json' } }],
    ['applicant', { flags: { applicant: 'me.json' } }],
    ['mailbox', { flags: { mailbox: 'a-program' } }],
  ])(
    'chooses no file that this command line does not choose: %s',
    async ([flagName, foreignPart]) => {
      const startsProgram = { use: 'command', command: ['touch', 'started'] };
      const folder = await makeFolderWith({
        'somebody-elses/admissions.config.json': { mailbox: startsProgram },
      });
      const runFilePath = join(folder, 'run.json');
      const target = await serveMock();
      await runJourneyCommand('--target', target, '--save', runFilePath, '--until', 'register');
      const runFile = JSON.parse(await readFile(runFilePath, 'utf8'));
      await writeFile(runFilePath, JSON.stringify({ ...runFile, ...foreignPart }));
      vi.spyOn(process, 'cwd').mockReturnValue(folder);
      onTestFinished(() => void vi.restoreAllMocks());
      const { code, stderr } = await runJourneyCommand('--target', target, '--resume', runFilePath);
      expect([code, stderr]).toEqual([2, expect.stringMatching(`flags.${flagName}: .* cannot`)]);
      expect(await readdir(join(folder, 'somebody-elses'))).toEqual(['admissions.config.json']);
    },
  );

  test('gets the passwords of a configuration for no target but its own, or the one given now', async () => {
    const { url, requests } = await serveAndRecord(() => ({ status: 404 }));
    vi.stubEnv('GATE', 'planted-gate-secret');
    onTestFinished(() => void vi.unstubAllEnvs());
    const connection = { headers: { 'x-gate': '{env:GATE}' } };
    const runFile = {
      ...{ version: 1, email: 'hana@example.com', startedAt: '2026-11-01T00:00:00Z' },
      ...{ target: url, dialect: 'canonical', applicant: 'hana', flags: { target: url } },
      ...{ memory: {}, steps: [], finished: false },
    };
    const folder = await makeFolderWith({ 'run.json': runFile });
    const resume = (...flags: string[]) =>
      runWithConfig({ target: 'https://staging.example', connection }, [
        ...['journey', '--resume', join(folder, 'run.json')],
        ...flags,
      ]);
    expect(await resume()).toMatchObject({
      code: 2,
      stderr: expect.stringMatching(/flags\.target: .* give --target again/),
    });
    expect(requests).toEqual([]);
    await resume('--target', url);
    expect(requests.length).toBeGreaterThan(0);
  });

  test('needs the password it was begun with', async () => {
    const target = await serveMock();
    const runFilePath = join(await makeFolderWith({}), 'run.json');
    await runJourneyCommand('--target', target, '--save', runFilePath, '--until', 'log-in');
    const text = await readFile(runFilePath, 'utf8');
    await writeFile(
      runFilePath,
      text.replace(/"email": "[^"]+"/, '"email": "somebody@else.example"'),
    );
    expect(await runJourneyCommand('--resume', runFilePath)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/step "resume" \(Resume\)[\s\S]*operation auth\.login/),
    });
  });
});

describe('the exam', () => {
  test('is answered by half, or when its time is over, and any result is right', async () => {
    const target = await serveMock({ examMinutes: 0.01 });
    for (const examMode of ['partly', 'timeout']) {
      const { code, stdout } = await runJourneyCommand('--target', target, '--exam', examMode);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^ {2}Fail: [56] of 1[0-2] questions answered$/m);
      expect(stdout).toMatch(/^Done: ACTIVATED \(the exam was failed\)/m);
    }
  });

  test('that is failed because that was asked for ends ACTIVATED, and well', async () => {
    const { code, stdout } = await runJourneyCommand('--exam', 'fail');
    expect(stdout).toMatch(/Done: ACTIVATED \(the exam was failed, as asked\)/);
    expect(code).toBe(0);
  });

  test('is passed with a key from a file, and a wrong one says what it lacks', async () => {
    const target = await serveMock();
    const answerKey = await (await fetch(`${target}/_mock/exam-key.json`)).json();
    const folder = await makeFolderWith({ 'key.json': answerKey, 'empty.json': {} });
    const runWithExamKey = (name: string) =>
      runJourneyCommand('--target', target, '--until', 'exam', '--exam-key', join(folder, name));
    expect((await runWithExamKey('key.json')).code).toBe(0);
    const resultWithEmptyKey = await runWithExamKey('empty.json');
    expect([resultWithEmptyKey.code, resultWithEmptyKey.stdout]).toEqual([
      2,
      expect.stringContaining('key does not know'),
    ]);
  });
});

describe('the way', () => {
  test.each([
    ['in the canonical dialect', ''],
    ['in the alternate dialect', '--dialect alternate'],
    ['paying at PayPal', '--pay paypal'],
    ['paying at Stripe', '--pay stripe'],
    ['paying at Arifpay', '--pay arifpay'],
    ['paying at Arifpay in the alternate dialect', '--pay arifpay --dialect alternate'],
    ['as an applicant who writes in Ethiopic', '--applicant abebe'],
    ['as an applicant with long names', '--applicant nuria'],
  ])('ends in APPLIED %s', async (_how, flags) => {
    const { code, stdout } = await runJourneyCommand('--json', ...flags.split(' ').filter(Boolean));
    const lastStep = { id: 'receipt', outcome: 'done', after: 'APPLIED' };
    expect(JSON.parse(stdout).journeys[0].steps.at(-1)).toMatchObject(lastStep);
    expect(code).toBe(0);
  });

  test('ends in APPLIED where activation sets the password', async () => {
    const dialect = { operations: { 'applicants.activate': { withPassword: true } } };
    const { code, stdout } = await runWithConfig({ dialect }, ['journey', '--json']);
    expect([code, readState(stdout)]).toEqual([0, 'APPLIED']);
  });

  test('stops after the step that was named', async () => {
    expect(readState((await runJourneyCommand('--json', '--until', 'pay')).stdout)).toBe(
      'ACTIVATION_PAID',
    );
  });

  test('leads through a second payment where staff reject the first', async () => {
    const { code, stdout } = await runJourneyCommand('--reject-first');
    expect(stdout).toMatch(/✓ Staff reject +ACTIVATION_PAID → TOOK_EXAM/);
    expect(stdout).toMatch(/✓ Pay again +TOOK_EXAM → ACTIVATION_PAID/);
    expect(stdout).toMatch(/^Done: APPLIED/m);
    expect(code).toBe(0);
  });

  test('is walked by many at the same time, who are all APPLIED afterwards', async () => {
    const target = await serveMock();
    const countFlags = ['--count', '20', '--concurrency', '10'];
    const { code, stdout } = await runJourneyCommand('--target', target, ...countFlags);
    expect([code, stdout]).toEqual([0, expect.stringMatching(/20 APPLIED/)]);
    const mockState = await (await fetch(`${target}/_mock/state.json`)).json();
    expect(mockState).toMatchObject({ applicants: { APPLIED: 20 } });
  });

  test('has a phone number and a reference of its own: each may count once', async () => {
    const target = await serveMock({}, undefined, [createUniquenessRule()]);
    const { code } = await runJourneyCommand('--target', target, '--count', '2', '--reject-first');
    expect(code).toBe(0);
  });
});

describe('a journey that fails', () => {
  const faultCases: [fault: string, said: RegExp][] = [
    ['register-200', /step "register"[\s\S]*applicants\.register[\s\S]*201/],
    ['login-500', /step "log-in"[\s\S]*auth\.login[\s\S]*500/],
    ['apply-stuck', /step "apply"[\s\S]*APPLIED[\s\S]*READY_TO_APPLY\b/],
    ['upload-mangled', /step "biography"[\s\S]*files\.get[\s\S]*byte for byte/],
  ];
  test.each(faultCases)(
    'by the fault %s names its operation and a curl',
    async (fault, messagePattern) => {
      const { code, stdout } = await runJourneyCommand(
        '--target',
        await serveMock({ faults: [fault] }),
      );
      expect(stdout).toMatch(messagePattern);
      expect(stdout).toMatch(/repeat +curl /);
      expect(stdout).not.toContain(applicantExamples.hana.password);
      expect(code).toBe(1);
    },
  );

  test('because the backend is gone midway names the step, and has not reached it', async () => {
    const { url: target, close } = await serve(await createBackend());
    const url = await serveTest(async (_request, response) => {
      await close();
      response.end();
    });
    const staffSettings = { use: 'http', requests: { verify: { url } } };
    const { code, stdout } = await runWithConfig({ target, staff: staffSettings }, ['journey']);
    expect(stdout).toMatch(/The backend was not reached at step "verify"/);
    expect(code).toBe(3);
  });

  test('because a link leads to another site than the configured one does not follow it', async () => {
    const target = await serveMock({ siteOrigin: 'https://evil.example' });
    const siteFlags = ['--site-origin', 'https://college.example'];
    const { code, stdout } = await runJourneyCommand('--target', target, ...siteFlags);
    expect(stdout).toContain('the activation link leads to https://evil.example');
    expect(code).toBe(2);
  });

  test('on a backend that is no mock says which setting is missing', async () => {
    const target = await serveTest((_request, response) => response.writeHead(201).end());
    const { code, stdout } = await runJourneyCommand('--target', target);
    expect(stdout).toContain('Set "mailbox" in admissions.config.json');
    expect(code).toBe(2);
  });
});
