import { readFile, symlink } from 'node:fs/promises';
import { join } from 'node:path';
import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { folderWith } from '../process/testing/folder.ts';
import { serveTest } from '../process/testing/serve.ts';
import { runCli } from './testing/run-cli.ts';

/** A pager: it writes down what it is told. @param statuses of its answers, 200 after the last */
async function pager(...statuses: number[]) {
  const told: Record<string, unknown>[] = [];
  const url = await serveTest(async (request, response) => {
    let body = '';
    for await (const chunk of request) body += chunk;
    told.push(JSON.parse(body));
    response.writeHead(statuses.shift() ?? 200).end('ok');
  });
  vi.stubEnv('ADMISSIONS_WEBHOOK', `${url}/services/T0/secret-of-the-hook`);
  onTestFinished(() => void vi.unstubAllEnvs());
  return told;
}

/** Nights on one backend, whose faults change. */
async function nightsWith(notify: object) {
  const folder = await folderWith({});
  let now: Awaited<ReturnType<typeof serve>> | undefined;
  onTestFinished(async () => now?.close());
  const night = async (...faults: string[]) => {
    const port = now ? Number(new URL(now.url).port) : 0;
    await now?.close();
    now = await serve(await createBackend({ faults }), { port, host: '127.0.0.1' });
    const config = join(
      await folderWith({ 'c.json': JSON.stringify({ target: now.url, notify }) }),
      'c.json',
    );
    return runCli('smoke', '--config', config, '--history', join(folder, 'nights.ndjson'));
  };
  return { night, file: join(folder, 'nights.ndjson') };
}

describe('who is to be told', () => {
  test('hears of a verdict that changed, and of nothing else', async () => {
    const told = await pager();
    const { night } = await nightsWith({ use: 'webhook' });
    const codes = [];
    for (const faults of [[], [], ['login-500'], ['login-500'], []])
      codes.push((await night(...faults)).code);
    expect(codes).toEqual([0, 0, 1, 1, 0]);
    expect(told).toEqual([
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
    expect(JSON.stringify(told)).not.toMatch(/Bearer [^$]|secret-of-the-hook/);
  });

  test('hears of a first night only if it is not good', async () => {
    const told = await pager();
    const { night } = await nightsWith({ use: 'slack' });
    await night('login-500');
    expect(told).toEqual([
      { text: expect.stringMatching(/^BROKEN: http.*\nBROKEN: auth\.login: /) },
    ]);
    expect(told[0]?.text).toMatch(/Repeat:\n```curl /);
  });

  test('is told the next time where the pager was away, and the address of the pager is told to nobody', async () => {
    const told = await pager(500);
    const { night, file } = await nightsWith({ use: 'telegram', chatId: -100 });
    const away = await night('login-500');
    expect(away.stderr).toMatch(
      /nobody was notified: the webhook of ADMISSIONS_WEBHOOK answered 500/,
    );
    expect(away.code).toBe(1);
    await night('login-500');
    await night('login-500');
    expect(told).toHaveLength(2);
    expect(told[1]).toMatchObject({ chat_id: -100, text: expect.stringMatching(/^BROKEN/) });
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

test('a good night of which nobody could be told is misconfigured', async () => {
  const told = await pager();
  const { night } = await nightsWith({ use: 'webhook' });
  await night('login-500');
  vi.stubEnv('ADMISSIONS_WEBHOOK', '');
  const { code, stderr } = await night();
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/ADMISSIONS_WEBHOOK, which is not set/),
  ]);
  expect(told).toHaveLength(1);
});

test('a history that cannot be written is told before anything is registered', async () => {
  const told = await pager();
  const folder = await folderWith({});
  const file = join(folder, 'nights.ndjson');
  await symlink(join(folder, 'gone', 'nights.ndjson'), file);
  const config = join(await folderWith({ 'c.json': '{"notify": {"use": "slack"}}' }), 'c.json');
  const { code, stdout, stderr } = await runCli('smoke', '--config', config, '--history', file);
  expect(stderr).toMatch(/--history: .* cannot be written/);
  expect([code, stdout, told]).toEqual([2, '', []]);
});

test('without a history nobody is told, and the run says so', async () => {
  const told = await pager();
  const config = join(await folderWith({ 'c.json': '{"notify": {"use": "webhook"}}' }), 'c.json');
  const { code, stderr } = await runCli('smoke', '--config', config);
  expect([code, told, stderr]).toEqual([
    0,
    [],
    expect.stringMatching(/only --history FILE remembers/),
  ]);
});
