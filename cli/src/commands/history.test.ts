import { readFile, symlink, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { nights } from '../testing/nights.ts';
import {
  folderWith,
  runCli,
  runWith,
  serveAndNote,
  serveMock,
  serveTest,
} from '../testing/support.ts';

const lines = (entries: readonly object[]) =>
  entries.map((one) => `${JSON.stringify(one)}\n`).join('');
const monthFile = async () => join(await folderWith({ 'n.ndjson': lines(nights()) }), 'n.ndjson');

describe('a month of nights', () => {
  test('is reported by availability, weeks, changes and times', async () => {
    const { code, stdout } = await runCli('history', await monthFile());
    expect(code).toBe(0);
    expect(stdout).toMatch(/smoke: 30 runs from 2026-10-26 to 2026-11-24/);
    expect(stdout).toMatch(/Available +89\.7 % \(26 of 29 conclusive runs\)/);
    expect(stdout).toMatch(/Now +GOOD for 7 runs/);
    const ended = /Ended +24 GOOD, 2 BROKEN, 1 NOT REACHED, 1 SLOW, 1 WAITING, 1 MISCONFIGURED/;
    expect(stdout).toMatch(ended);
    expect(stdout).toMatch(/2026-11-02 01:00 {2}BROKEN → GOOD after 2 runs/);
    expect(stdout).toMatch(/ 2026-10-26 {2}·····BB +71\.4 %/);
    expect(stdout).toMatch(
      /2026-10-31 01:00 {2}GOOD → BROKEN after 5 runs\n +auth\.login: expected/,
    );
    expect(stdout).toMatch(/auth\.login +29 +94 +190 +192 +93 +92 +186 +93 +90$/m);
    for (const line of stdout.split('\n')) expect(line.length).toBeLessThanOrEqual(80);
  });

  test('is one page of HTML, and data for others', async () => {
    const file = await monthFile();
    const [html, json] = [`${file}.html`, `${file}.json`];
    await runCli('history', file, '--report', `html=${html}`, '--report', `json=${json}`);
    const page = await readFile(html, 'utf8');
    expect(page.match(/class="night good"/g)).toHaveLength(24);
    expect(page).toMatch(/auth\.login<\/th>/);
    expect(page).not.toMatch(/https?:\/\/[^s]/);
    expect(JSON.parse(await readFile(json, 'utf8'))[0].entries).toHaveLength(30);
  });
});

test('a run that is cut off in the middle costs its own line and no other', async () => {
  const file = join(
    await folderWith({ 'n.ndjson': `${lines(nights(2))}{"version":1,"at"` }),
    'n.ndjson',
  );
  const { stdout, stderr } = await runCli('history', file);
  expect([stdout, stderr]).toEqual([
    expect.stringMatching(/2 runs/),
    expect.stringMatching(/1 lines .* left out/),
  ]);
  await runCli('smoke', '--history', file);
  const kept = (await readFile(file, 'utf8')).trim().split('\n');
  expect(JSON.parse(kept.at(-1) ?? '').verdict).toMatch(/^GOOD/);
});

test('a file without nights, or of something else, is reported with what writes one', async () => {
  const folder = await folderWith({ 'other.json': '{"a":1}\n' });
  const none = await runCli('history', join(folder, 'none.ndjson'));
  expect([none.code, none.stderr]).toEqual([
    2,
    expect.stringMatching(/has no runs: admissions smoke --history/),
  ]);
  const other = join(folder, 'other.json');
  const wrong = await runCli('smoke', '--history', other);
  expect([wrong.code, wrong.stderr]).toEqual([2, expect.stringMatching(/holds no history/)]);
  expect(await readFile(other, 'utf8')).toBe('{"a":1}\n');
});

test('what a run writes has its verdict, its times and what failed first, and no secret', async () => {
  const mock = await serveMock({ faults: ['login-500'] });
  const file = join(await folderWith({}), 'kept', 'n.ndjson');
  await runCli('smoke', '--history', file);
  await runCli('smoke', '--target', mock, '--history', file);
  const [good, bad] = (await readFile(file, 'utf8'))
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  expect(good).toMatchObject({
    command: 'smoke',
    exitCode: 0,
    verdict: expect.stringMatching(/^GOOD/),
  });
  expect(Object.keys(good.operations)).toContain('exams.create');
  expect(good).not.toHaveProperty('finding');
  expect(bad).toMatchObject({
    exitCode: 1,
    finding: { id: 'journey/log-in', curl: expect.stringMatching(/^curl/) },
  });
  expect(await readFile(file, 'utf8')).not.toMatch(/Bearer [^$]|"password\\":\\"(?!\[hidden)/);
});

test('only the last days are shown where that is asked for', async () => {
  const file = await monthFile();
  const old = nights(1)[0];
  const recent = { ...old, at: new Date().toISOString() };
  await writeFile(file, lines([...nights(2), recent]));
  expect((await runCli('history', file, '--days', '3')).stdout).toMatch(/: 1 run from/);
});

/** A pager: it writes down what it is sent. @param statuses of its answers, 200 after the last */
async function pager(...statuses: number[]) {
  const described: Record<string, unknown>[] = [];
  const { url } = await serveAndNote(({ body }) => {
    described.push(JSON.parse(body));
    return { status: statuses.shift() ?? 200, body: 'ok' };
  });
  vi.stubEnv('ADMISSIONS_WEBHOOK', `${url}/services/T0/secret-of-the-hook`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return described;
}

/** Nights on one address, where the backend's faults change. */
async function nightsWith(notify: object) {
  let backend = await createBackend();
  const { url, close } = await serve({ ...backend, fetch: (request) => backend.fetch(request) });
  onTestFinished(close);
  const folder = await folderWith({ 'c.json': JSON.stringify({ target: url, notify }) });
  const file = join(folder, 'nights.ndjson');
  const night = async (...faults: string[]) => {
    backend = await createBackend({ faults });
    return runCli('smoke', '--config', join(folder, 'c.json'), '--history', file);
  };
  return { night, file };
}

describe('a notification', () => {
  test('hears of a verdict that changed, and of nothing else', async () => {
    const wording = await pager();
    const { night } = await nightsWith({ use: 'webhook' });
    const codes = [];
    for (const faults of [[], [], ['login-500'], ['login-500'], []])
      codes.push((await night(...faults)).code);
    expect(codes).toEqual([0, 0, 1, 1, 0]);
    expect(wording).toEqual([
      expect.objectContaining({
        ended: 'BROKEN',
        before: expect.objectContaining({ ended: 'GOOD' }),
        finding: expect.objectContaining({
          id: 'journey/log-in',
          curl: expect.stringMatching(/^curl/),
        }),
      }),
      expect.objectContaining({
        ended: 'GOOD',
        before: expect.objectContaining({ ended: 'BROKEN' }),
      }),
    ]);
    expect(JSON.stringify(wording)).not.toMatch(/Bearer [^$]|secret-of-the-hook/);
  });

  test('hears of a first night only if it is not good', async () => {
    const said = await pager();
    const { night } = await nightsWith({ use: 'slack' });
    await night('login-500');
    expect(said).toEqual([
      { text: expect.stringMatching(/^BROKEN: http.*\nBROKEN: auth\.login: /) },
    ]);
    expect(said[0]?.text).toMatch(/Repeat:\n```curl /);
  });

  test('is sent the next time where the pager was away, and the address of the pager is shown to nobody', async () => {
    const phrases = await pager(500);
    const { night, file } = await nightsWith({ use: 'telegram', chatId: -100 });
    const away = await night('login-500');
    expect(away.stderr).toMatch(
      /nobody was notified: the webhook of ADMISSIONS_WEBHOOK answered 500/,
    );
    expect(away.code).toBe(1);
    await night('login-500');
    await night('login-500');
    expect(phrases).toHaveLength(2);
    expect(phrases[1]).toMatchObject({ chat_id: -100, text: expect.stringMatching(/^BROKEN/) });
    const kept = await readFile(file, 'utf8');
    expect(kept + away.stdout + away.stderr).not.toContain('secret-of-the-hook');
  });
});

test('Ctrl-C gives up a pager that does not answer, and the night is kept', async () => {
  const url = await serveTest(() => process.emit('SIGINT'));
  vi.stubEnv('ADMISSIONS_WEBHOOK', `${url}/secret-of-the-hook`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const { night, file } = await nightsWith({ use: 'slack' });
  const { code, stderr } = await night('login-500');
  expect(code).toBe(1);
  expect(stderr).toMatch(/nobody was notified: interrupted/);
  expect(JSON.parse(await readFile(file, 'utf8'))).toMatchObject({ exitCode: 1, untold: true });
});

test('a good night whose message could not be sent is misconfigured', async () => {
  const described = await pager();
  const { night } = await nightsWith({ use: 'webhook' });
  await night('login-500');
  vi.stubEnv('ADMISSIONS_WEBHOOK', '');
  const { code, stderr } = await night();
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/ADMISSIONS_WEBHOOK, which is not set/),
  ]);
  expect(described).toHaveLength(1);
});

test('a history that cannot be written is reported before anything is registered', async () => {
  const described = await pager();
  const folder = await folderWith({});
  const file = join(folder, 'nights.ndjson');
  await symlink(join(folder, 'gone', 'nights.ndjson'), file);
  const smoke = ['smoke', '--history', file];
  const { code, stdout, stderr } = await runWith({ notify: { use: 'slack' } }, smoke);
  expect(stderr).toMatch(/--history: .* cannot be written/);
  expect([code, stdout, described]).toEqual([2, '', []]);
});

test('without a history nobody gets a message, and the run says so', async () => {
  const described = await pager();
  const { code, stderr } = await runWith({ notify: { use: 'webhook' } }, ['smoke']);
  expect([code, described, stderr]).toEqual([
    0,
    [],
    expect.stringMatching(/only --history FILE remembers/),
  ]);
});
