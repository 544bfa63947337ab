/** A bug of this program is a verdict of its own: no report, metric or exit code takes it for one about the backend. */
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { describeFailure, openJourneys } from './applicant/context.ts';
import { steps } from './applicant/steps.ts';
import { catalogue } from './backend-checks/catalogue.ts';
import { loadSettings } from './core/configuration.ts';
import { renderersByFormat, reportFormatNames } from './report/files.ts';
import { makeFolderWith, makeReportFlags, runCli, serveMock, signal } from './testing/support.ts';

const bug = new TypeError('nothing has that name');

/** Lets the function `run` break off until the test ends. */
function breakRun(owner: { run: (...runArguments: never[]) => unknown } | undefined): void {
  if (!owner) throw new Error('there is nothing to break');
  const spy = vi.spyOn(owner, 'run').mockRejectedValue(bug);
  onTestFinished(() => spy.mockRestore());
}

const breakStep = (stepId: string) => breakRun(steps.find(({ id }) => id === stepId));
const breakCheck = (checkId: string) => breakRun(catalogue.find(({ id }) => id === checkId));

/** What a format says of a run that crashed. */
const crashPatternsByFormat: Record<string, RegExp> = {
  json: /"exitCode": 70,.*"verdict": "CRASHED: this command broke off/s,
  junit: /errors="1".*<error message="this command broke off, by a mistake of its own/s,
  html: /<p class="verdict bad">CRASHED: this command broke off/,
  'github-summary': /^## ❌ Admissions \S+: CRASHED/,
  prometheus: /verdict="CRASHED"\} 1$/m,
};
/** What no format may say of it. */
const goodPattern = /GOOD(?!"\} 0$)|last_good_run|verdict good|✅/m;

const runs: [string, breakIt: () => void, args: string[]][] = [
  ['smoke', () => breakStep('register'), ['smoke']],
  ['check', () => breakCheck('programs.list/answers'), ['check', '--operation', 'programs.list']],
];

test.for(runs)('a bug that %s meets is red in every format', async ([, breakIt, args]) => {
  const folder = await makeFolderWith({});
  const target = await serveMock();
  breakIt();
  const reportFlags = makeReportFlags(join(folder, 'report.'));
  const { code, stdout, stderr } = await runCli(...args, '--target', target, ...reportFlags);
  expect([code, stdout]).toEqual([70, expect.stringContaining('CRASHED: this command broke off')]);
  expect(stderr).toMatch(
    /^bug: this should not have happened.*\nTypeError: nothing has that name/m,
  );
  for (const format of reportFormatNames) {
    const text = await readFile(join(folder, `report.${format}`), 'utf8');
    expect(text, format).toMatch(crashPatternsByFormat[format] ?? /^$/);
    expect(text, format).not.toMatch(goodPattern);
  }
});

test('a bug that smoke meets leaves the last good run as it is', async () => {
  const folder = await makeFolderWith({});
  const lastGoodFlags = ['--last-good', join(folder, 'good.json'), '--target', await serveMock()];
  await runCli('smoke', ...lastGoodFlags);
  const lastGoodText = await readFile(join(folder, 'good.json'), 'utf8');
  breakStep('receipt');
  expect((await runCli('smoke', ...lastGoodFlags)).code).toBe(70);
  expect(await readFile(join(folder, 'good.json'), 'utf8')).toBe(lastGoodText);
});

test('where one report cannot be made, the others and the last good run do not say good', async () => {
  const folder = await makeFolderWith({});
  const htmlSpy = vi.spyOn(renderersByFormat, 'html').mockImplementation(({ isRunning }) => {
    if (isRunning) return '';
    throw bug;
  });
  onTestFinished(() => htmlSpy.mockRestore());
  const lastGoodFlags = ['--last-good', join(folder, 'good.json'), '--target', await serveMock()];
  const { code, stdout } = await runCli(
    ...['smoke', ...lastGoodFlags, ...makeReportFlags(join(folder, 'report.'))],
  );
  expect([code, stdout.split(':')[0]]).toEqual([70, 'CRASHED']);
  const fileNames = await readdir(folder);
  expect(fileNames.sort()).toEqual(reportFormatNames.map((format) => `report.${format}`).sort());
  for (const name of fileNames) {
    const text = await readFile(join(folder, name), 'utf8');
    expect(text, name).not.toMatch(goodPattern);
    // What the run found is kept.
    if (!/prometheus|html/.test(name)) expect(text, name).toMatch(/journey\/receipt|Created: 1/);
  }
});

test.for([
  ['journey', /This program crashed.* at step "register".*TypeError: nothing has/s],
  ['journey --count 2', /This program crashed.*: 2 of 2.*TypeError: nothing has/s],
  ['journey --json', /"exitCode": 70,.*TypeError: nothing has/s],
  ['load --applicants 2 --threshold errors<50%', /CRASHED: .*\(exit code\s+70\).*TypeError/s],
] as const)('a bug that %s meets is the end of its report too', async ([line, pattern]) => {
  breakStep('register');
  const { code, stdout, stderr } = await runCli(...line.split(' '), '--target', await serveMock());
  expect([code, stdout + stderr]).toEqual([70, expect.stringMatching(pattern)]);
});

test('an adapter that breaks off is not blamed on the response that came before', async () => {
  const openedJourneys = await openJourneys(await loadSettings({}, { env: {} }));
  onTestFinished(openedJourneys.close);
  const { client, staff, exchanges } = openedJourneys.createContext();
  await client.programs.list();
  const error = await staff.decide('verify', undefined as never, signal).catch((cause) => cause);
  expect(describeFailure(error, exchanges)).toMatchObject({
    exitCode: 70,
    message: expect.stringMatching(/a mistake of its own: the staff adapter: Cannot destructure/),
  });
});
