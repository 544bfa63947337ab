import { spawnSync } from 'node:child_process';
import { readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { hostname } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { folderWith, runCli, serveMock } from '../testing/support.ts';

const journey = (...flags: string[]) => runCli('journey', ...flags);

/** A journey that was saved where it waits for staff. */
async function waitingForStaff() {
  const target = await serveMock();
  const folder = await folderWith({ 'c.json': { target, staff: { use: 'none' } } });
  const file = join(folder, 'run.json');
  const waiting = await journey('--config', join(folder, 'c.json'), '--save', file);
  const { email } = JSON.parse(await readFile(file, 'utf8'));
  const decide = (decision: 'verify' | 'reject') =>
    fetch(`${target}/_mock/staff/${decision}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ email }),
    });
  return { file, waiting, decide };
}

describe('a journey that is saved', () => {
  test('waits for staff, and goes on to the end days later', async () => {
    const { file, waiting, decide } = await waitingForStaff();
    expect(waiting.code).toBe(4);
    expect(waiting.stdout).toMatch(`Resume with: admissions journey --resume ${file}\n`);
    expect((await stat(file)).mode & 0o777).toBe(0o600);

    const still = await journey('--resume', file);
    expect(still.code).toBe(4);
    expect(still.stdout).toMatch(
      /^✓ Resume +ACTIVATION_PAID .*\n {2}pay was the last finished step; next is verify$/m,
    );

    await decide('verify');
    const done = await journey('--resume', file);
    expect(done.code).toBe(0);
    expect(done.stdout).toMatch(/next is biography$/m);
    expect(done.stdout).toMatch(/^Done: APPLIED/m);
    expect(done.stdout).not.toMatch(/Go on with/);
    const again = await journey('--resume', file);
    expect(again).toMatchObject({ code: 0, stdout: expect.stringMatching(/next is receipt$/m) });
  });

  test('pays again when staff rejected the payment', async () => {
    const { file, decide } = await waitingForStaff();
    await decide('reject');
    const { code, stdout } = await journey('--resume', file);
    expect(code).toBe(4);
    expect(stdout).toMatch(/next is pay$/m);
  });

  test('is not lost by another one, nor taken to another backend', async () => {
    const target = await serveMock();
    const folder = await folderWith({ 'notes.json': { mine: 1 }, 'cut.json': '{"version":' });
    const file = join(folder, 'run.json');
    const saved = ['--target', target, '--save', file];
    await journey(...saved, '--until', 'register');
    const refused = async (flags: string[], message: RegExp) => {
      const { code, stderr } = await journey(...flags);
      expect(stderr).toMatch(message);
      expect(code).toBe(2);
    };
    await refused(saved, /holds an unfinished journey: resume it with --resume/);
    await refused(['--resume', file, '--target', 'http://x.invalid'], /to a journey with target /);
    await refused(['--resume', file, '--applicant', 'abebe'], /the applicant now is "abebe"/);
    await refused(['--resume', file, '--save', 'other.json'], /leave out --save/);
    await refused(['--resume', join(folder, 'none.json')], /there is no run file .*none\.json/);
    await refused(['--resume', join(folder, 'cut.json')], /is not a run file: line 1/);
    await refused(['--target', target, '--save', join(folder, 'notes.json')], /is not a run file/);
    await refused([...saved, '--count', '2'], /leave out --count/);
    await refused(['--save', join(folder, 'new.json')], /the embedded mock ends with its run/);
    await refused(['--target', target, '--save', '/nowhere/run.json'], /cannot be written/);
    expect(await readFile(join(folder, 'notes.json'), 'utf8')).toBe('{"mine":1}');
  });

  test('is walked by one process at a time; what a killed one left does not stop it', async () => {
    const folder = await folderWith({});
    const file = join(folder, 'run.json');
    const saved = ['--target', await serveMock(), '--save', file];
    const lockedBy = (pid: number | undefined, host = hostname()) =>
      writeFile(`${file}.lock`, JSON.stringify({ pid, host }));
    const { pid: over } = spawnSync(process.execPath, ['-e', '0']);

    await lockedBy(process.ppid);
    const { code, stderr } = await journey(...saved);
    expect(stderr).toMatch(`another journey (process ${process.ppid}) is using ${file}`);
    expect(code).toBe(2);
    expect(await readdir(folder)).toEqual(['run.json.lock']);

    await lockedBy(over);
    expect((await journey(...saved, '--until', 'register')).code).toBe(0);
    await lockedBy(process.ppid, 'another-container');
    expect((await journey('--resume', file)).code).toBe(0);
    expect(await readdir(folder)).toEqual(['run.json']);
  });

  test('needs the password it was begun with', async () => {
    const target = await serveMock();
    const file = join(await folderWith({}), 'run.json');
    await journey('--target', target, '--save', file, '--until', 'log-in');
    const text = await readFile(file, 'utf8');
    await writeFile(file, text.replace(/"email": "[^"]+"/, '"email": "somebody@else.example"'));
    expect(await journey('--resume', file)).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/step "resume" \(Resume\)[\s\S]*operation auth\.login/),
    });
  });
});

describe('the exam', () => {
  test('is answered by half, or when its time is over, and any result is right', async () => {
    const target = await serveMock({ examMinutes: 0.01 });
    for (const how of ['partly', 'timeout']) {
      const { code, stdout } = await journey('--target', target, '--exam', how);
      expect(code).toBe(0);
      expect(stdout).toMatch(/^ {2}Fail: [56] of 1[0-2] questions answered$/m);
      expect(stdout).toMatch(/^Done: ACTIVATED \(the exam was failed\)/m);
    }
  });
});
