import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { makeFolderWith, runCli, serveMock, signal } from '../testing/support.ts';
import { cleanUpAfter } from './clean-up.ts';

const recordingScript = `import { appendFileSync, readFileSync } from 'node:fs';
  appendFileSync('got.ndjson', readFileSync(0, 'utf8'));`;

/** A folder with a configuration whose clean-up runs this script. */
async function configureCleanUp(script: string) {
  const cleanUp = { use: 'command', command: [process.execPath, './s.mjs'] };
  const folder = await makeFolderWith({
    's.mjs': script,
    'admissions.config.json': JSON.stringify({ target: 'mock', cleanUp }),
  });
  const configFlags = ['--config', join(folder, 'admissions.config.json')];
  const readRecords = async () => JSON.parse(await readFile(join(folder, 'got.ndjson'), 'utf8'));
  return { config: configFlags, readRecords };
}

describe('what a run created is cleaned up after', () => {
  test('smoke', async () => {
    const { config, readRecords } = await configureCleanUp(recordingScript);
    const { code, stdout } = await runCli('smoke', ...config);
    const [, count] =
      /^Given to the clean-up command: 1 applicant, (\d+) uploads$/m.exec(stdout) ?? [];
    const { applicants, uploads } = await readRecords();
    expect([code, uploads.length]).toEqual([0, Number(count)]);
    expect(applicants).toEqual([{ email: expect.stringMatching(/@/), id: expect.anything() }]);
    for (const name of uploads) expect(name).toMatch(/^[^"]+$/);
  });

  test('several journeys, whose JSON stays alone on stdout', async () => {
    const { config, readRecords } = await configureCleanUp(recordingScript);
    const { stdout, stderr } = await runCli('journey', '--count', '3', '--json', ...config);
    expect(JSON.parse(stdout).journeys).toHaveLength(3);
    expect(stderr).toMatch(/Given to the clean-up command: 3 applicants/);
    expect((await readRecords()).applicants).toHaveLength(3);
  });

  test('check', async () => {
    const { config, readRecords } = await configureCleanUp(recordingScript);
    const { stdout } = await runCli('check', '--operation', 'auth.login', ...config);
    const [, count] = /clean-up command: (\d+) applicants/.exec(stdout) ?? [];
    expect((await readRecords()).applicants).toHaveLength(Number(count));
  });
});

test('a good run that cannot be cleaned up after is misconfigured, in its reports too', async () => {
  const { config } = await configureCleanUp('console.error("no access"); process.exit(1)');
  const metricsPath = join(await makeFolderWith({}), 'smoke.prom');
  const reportFlags = ['--report', `prometheus=${metricsPath}`];
  const { stdout, stderr, code } = await runCli('smoke', ...config, ...reportFlags);
  expect(await readFile(metricsPath, 'utf8')).toMatch(/verdict="MISCONFIGURED"\} 1$/m);
  expect(stdout).toMatch(/^GOOD/);
  expect(stderr).toMatch(/what the run created stays: the clean-up command .* no access/);
  expect(code).toBe(2);
});

test('a broken run stays broken', async () => {
  const { config } = await configureCleanUp('process.exit(1)');
  const mockUrl = await serveMock({ faults: ['login-500'] });
  const { code, stderr } = await runCli('smoke', '--target', mockUrl, ...config);
  expect(stderr).toMatch(/what the run created stays/);
  expect(code).toBe(1);
});

test('a run that can be resumed is not cleaned up after', async () => {
  const { config } = await configureCleanUp('process.exit(1)');
  const mockUrl = await serveMock({ faults: ['login-500'] });
  const folder = await makeFolderWith({});
  for (const command of ['smoke', 'journey']) {
    const saveFlags = ['--save', join(folder, `${command}.json`)];
    const { code, stderr } = await runCli(command, '--target', mockUrl, ...config, ...saveFlags);
    expect([code, stderr]).toEqual([1, expect.not.stringMatching(/what the run created stays/)]);
  }
});

describe('the clean-up', () => {
  const emptyRecords = { applicants: [], uploads: [] };

  test('is made also where the results cannot be kept, which is reported after it', async () => {
    let isCleanedUp = false;
    const cleanUpTools = {
      signal,
      cleanUp: async () => {
        isCleanedUp = true;
        return undefined;
      },
    };
    const throwNoRoom = async () => {
      throw new Error('no room for the history');
    };
    await expect(cleanUpAfter(throwNoRoom, emptyRecords, cleanUpTools)).rejects.toThrow(
      'no room for the history',
    );
    expect(isCleanedUp).toBe(true);
  });

  test('says what the next Ctrl-C does', async () => {
    const stderrWrite = vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    onTestFinished(() => stderrWrite.mockRestore());
    const controller = new AbortController();
    const tools = {
      signal: controller.signal,
      cleanUp: async () => {
        controller.abort();
        return undefined;
      },
    };
    await cleanUpAfter(async () => 0, emptyRecords, tools);
    expect(stderrWrite.mock.calls.join()).toMatch(/the next Ctrl-C ends that/);
  });
});
