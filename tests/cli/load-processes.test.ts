/** A load run as several processes of the built command. */
import { execFileSync } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import type { RequestListener } from 'node:http';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { serveTest } from '../../cli/src/testing/support.ts';
import { admissions, startAdmissions } from '../support/admissions.ts';
import { ownFolder } from '../support/own-folder.ts';

const folder = await ownFolder();

const registered: RequestListener = (_, response) => response.writeHead(201).end();

/** Of a run that registers applicants and nothing else. */
const registering = (target: string, ...args: string[]) => [
  ...['load', '--target', target, '--until', 'register', '--processes', '2'],
  ...['--report', `json=${join(folder, 'load.json')}`, ...args],
];
const report = async (name = 'load.json') => JSON.parse(await readFile(join(folder, name), 'utf8'));

/** The processes that a process started, with their command lines. */
function childrenOf(parent: number | undefined): { pid: number; args: string }[] {
  const all = execFileSync('ps', ['-A', '-o', 'pid=,ppid=,args='], { encoding: 'utf8' });
  return all.split('\n').flatMap((line) => {
    const [, pid, ppid, args = ''] = /^\s*(\d+)\s+(\d+)\s+(.*)$/.exec(line) ?? [];
    return Number(ppid) === parent ? [{ pid: Number(pid), args }] : [];
  });
}
function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
const gone = (pids: readonly number[]) =>
  expect.poll(() => pids.filter(isAlive), { timeout: 10_000 }).toEqual([]);

/** A run that goes on for a minute, once its processes send. */
async function running(...args: string[]) {
  let reached = () => {};
  const busy = new Promise<void>((resolve) => {
    reached = resolve;
  });
  let count = 0;
  const target = await serveTest((request, response) => {
    count += 1;
    if (count === 50) reached();
    registered(request, response);
  });
  const run = await startAdmissions(...registering(target, '--duration', '60s', ...args));
  await busy;
  const children = childrenOf(run.pid);
  expect(children).toHaveLength(2);
  return { run, children, pids: children.map(({ pid }) => pid) };
}

test('all applicants of the run are walked between them, reported and judged as one', async () => {
  const args = ['--applicants', '31', '--concurrency', '4', '--threshold', 'journeys/s>0.01'];
  const { exitCode, stdout } = await admissions(
    ...registering(await serveTest(registered), ...args),
  );
  expect(exitCode).toBe(0);
  expect(stdout).toContain('31 applicants, 4 at once (closed model), 2 processes');
  expect(stdout).toMatch(/31 of 31 journeys finished/);
  expect(stdout).toMatch(/✓ 1 threshold held \(exit code 0\)\n$/);
  expect(await report()).toMatchObject({
    plan: { shards: 2, processes: 2 },
    shards: [1, 2],
    journeys: { started: 31, through: 31 },
    clients: [{ shard: 1 }, { shard: 2 }],
  });
});

test('the embedded mock is one for all', async () => {
  const { exitCode, stdout } = await admissions('load', '--processes', '2', '--applicants', '4');
  expect(exitCode).toBe(0);
  expect(stdout.replace(/\s+/g, ' ')).toContain('The mock ran in the process that started');
});

test('a shard of a machine may be several processes, and is merged with the others', async () => {
  const target = await serveTest(registered);
  const files = ['1.json', '2.json'].map((name) => join(folder, name));
  for (const [at, file] of files.entries()) {
    const own = ['--shard', `${at + 1}/2`, '--report', `json=${file}`];
    await admissions(...registering(target, '--applicants', '9', ...own));
  }
  expect((await report('2.json')).shards).toEqual([3, 4]);
  const merged = await admissions('merge', ...files);
  expect(merged.stdout).toContain('9 of 9 journeys finished');
});

test('no setting is on the command line of a process', async () => {
  const { run, children } = await running('--email', 'nightly+{run}@college.example');
  for (const { args } of children) expect(args).toMatch(/admissions\.js load$/);
  run.interrupt();
  await run.end;
});

test('Ctrl-C ends all of them, and what they measured is reported', async () => {
  const { run, pids } = await running();
  // A terminal sends it to all, and in no order.
  for (const pid of pids) process.kill(pid, 'SIGINT');
  run.interrupt();
  const { exitCode, stdout } = await run.end;
  expect(exitCode).toBe(130);
  expect(stdout).toMatch(/! interrupted \(exit code 130\)\n$/);
  const { interrupted, shards, journeys } = await report();
  expect({ interrupted, shards }).toEqual({ interrupted: true, shards: [1, 2] });
  expect(journeys.through).toBeGreaterThan(10);
  await gone(pids);
});

test('a process that dies ends the run, by name, and what the others measured is reported', async () => {
  const { run, pids } = await running();
  process.kill(pids[1] ?? 0, 'SIGKILL');
  const { exitCode, stdout } = await run.end;
  expect(exitCode).toBe(130);
  expect(stdout).toMatch(
    /✗ cut short: process \d of 2 was killed \(SIGKILL\), and what it measured/,
  );
  expect((await report()).shards).toHaveLength(1);
  expect((await report()).cutShort.told).toContain('SIGKILL');
  await gone(pids);
});

test('one that a signal ends does not go unnoticed either', async () => {
  const { run, pids } = await running();
  process.kill(pids[0] ?? 0, 'SIGTERM');
  const { exitCode, stdout } = await run.end;
  expect([exitCode, stdout.includes('was ended by a signal')]).toEqual([130, true]);
  await gone(pids);
});

test('none is left when the one that started them dies', async () => {
  const { run, pids } = await running();
  process.kill(run.pid ?? 0, 'SIGKILL');
  await gone(pids);
});

test('what keeps them from beginning is reported once', async () => {
  const config = join(folder, 'imap.json');
  const mailbox = { use: 'imap', host: '127.0.0.1', user: 'u', passwordEnv: 'NOT_SET_HERE' };
  await writeFile(config, JSON.stringify({ mailbox }));
  const target = await serveTest(registered);
  const { exitCode, stderr } = await admissions(...registering(target, '--config', config));
  expect(exitCode).toBe(2);
  expect(stderr.match(/NOT_SET_HERE/g)).toHaveLength(1);
});

describe('--abort-on', () => {
  const failing = (after: number) => {
    let count = 0;
    return ((_, response) =>
      response.writeHead(count++ < after ? 201 : 500).end()) satisfies RequestListener;
  };

  for (const processes of ['1', '2']) {
    test(`ends the run of ${processes}, every report says why, and the exit code is 6`, async () => {
      const html = join(folder, 'load.html');
      const { exitCode, stdout } = await admissions(
        ...registering(await serveTest(failing(20)), '--rate', '50', '--duration', '60s'),
        ...['--processes', processes, '--abort-on', 'errors>30%', '--threshold', 'p95<1000'],
        ...['--report', `html=${html}`],
      );
      expect(exitCode).toBe(6);
      const reason = /aborted: errors>30%, [\d.]+ % of \d+ in the last \d+ s/;
      expect(stdout.trimEnd().split('\n').at(-1)).toMatch(reason);
      expect(stdout).toMatch(/The run ended before its time: \d+ applicants never started/);
      const { cutShort, interrupted, journeys } = await report();
      expect(cutShort).toMatchObject({ told: expect.stringMatching(reason), exitCode: 6 });
      expect(interrupted).toBe(false);
      expect(journeys.started).toBeLessThan(1500);
      expect((await readFile(html, 'utf8')).replaceAll('&gt;', '>')).toMatch(reason);
    });
  }

  test('cuts off what is under way', async () => {
    let count = 0;
    const target = await serveTest((request, response) => {
      count += 1;
      // The rest is never answered.
      if (count <= 25) response.writeHead(500).end();
      else if (count <= 30) request.resume();
    });
    const args = ['--rate', '100', '--applicants', '200', '--abort-on', 'errors>30%'];
    const { exitCode, stdout } = await admissions(...registering(target, ...args));
    expect(exitCode).toBe(6);
    expect((await report()).journeys.brokenOff).toBeGreaterThan(0);
    expect(stdout).toContain('cut off');
  });
});
