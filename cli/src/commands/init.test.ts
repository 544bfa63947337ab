import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { makeFolderWith, runCli, serveMock, serveTest } from '../testing/support.ts';
import { interview, mergeConfig, splitCommand } from './init.ts';

test('without a terminal there is nobody to ask', async () => {
  const configPath = join(await makeFolderWith({}), 'c.json');
  const { code, stderr } = await runCli('init', '--config', configPath);
  expect([code, stderr]).toEqual([
    2,
    expect.stringMatching(/at a terminal, and there is none: write the file by hand/),
  ]);
});

test('a file that is there, and a profile that is taken, stay as they are', async () => {
  const configText = '{"profiles": {"staging": {}}}';
  const configPath = join(await makeFolderWith({ 'c.json': configText }), 'c.json');
  const firstRun = await runCli('init', '--config', configPath);
  expect([firstRun.code, firstRun.stderr]).toEqual([
    2,
    expect.stringMatching(/exists: add a profile/),
  ]);
  const secondRun = await runCli('init', '--config', configPath, '--profile', 'staging');
  expect([secondRun.code, secondRun.stderr]).toEqual([
    2,
    expect.stringMatching(/there is a profile "staging" already/),
  ]);
  expect(await readFile(configPath, 'utf8')).toBe(configText);
});

test('a profile is added beside what is there', () => {
  const earlierConfig = { email: 'x', unknown: 1, profiles: { a: { target: 'mock' } } };
  const newAnswers = { target: 'https://x.example' };
  expect(mergeConfig(earlierConfig, newAnswers, { profile: 'b' })).toEqual({
    ...earlierConfig,
    profiles: { a: { target: 'mock' }, b: newAnswers },
  });
});

/** Somebody who answers from a list; a question without an answer left fails. */
async function runInterview(typedAnswers: string[], folder = '/') {
  const lines: string[] = [];
  const remainingAnswers = [...typedAnswers];
  const answers = await interview(
    {
      ask: async (question, usualAnswer) => {
        const answer = remainingAnswers.shift();
        if (answer === undefined) throw new Error(`nobody answers "${question}"`);
        return answer || (usualAnswer ?? '');
      },
      print: (line) => lines.push(line),
      showPart: ({ state, text }) => lines.push(`${state}: ${text}`),
    },
    folder,
  );
  expect(remainingAnswers).toEqual([]);
  return { answers, lines };
}

describe('the five questions', () => {
  test('on the mock need its address alone', async () => {
    const target = await serveMock();
    const { answers, lines } = await runInterview([target, '', '', '', '']);
    expect(answers).toEqual({ target, mailbox: { use: 'mock' }, staff: { use: 'mock' } });
    const partLines = lines.filter((line) => /^(missing|broken|untried)/.test(line));
    expect(partLines).toEqual([]);
  });

  test('are asked again after an answer that does not work, unless it is kept', async () => {
    const target = await serveMock();
    const unreachableTarget = 'http://127.0.0.1:1';
    const mailpitAnswers = ['mailpit', unreachableTarget, ''];
    const { answers, lines } = await runInterview([
      ...['nonsense', unreachableTarget, '', target],
      ...['mailpt', ...mailpitAnswers, 'keep'],
      ...['command', '"my program" --flag', 'keep', '', ''],
    ]);
    expect(answers).toEqual({
      target,
      mailbox: { use: 'mailpit', url: unreachableTarget },
      email: 'nightly+{run}@example.com',
      staff: { use: 'command', command: ['my program', '--flag'] },
    });
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^broken: target: must be "mock", or an address/),
        expect.stringMatching(/^broken: contents\.list: the server refused the connection/),
        'broken: there is no "mailpt" (did you mean "mailpit"?)',
        `broken: Mailpit at ${unreachableTarget} was not reached: the connection failed (ECONNREFUSED)`,
        'broken: there is no program my program in / or on PATH',
      ]),
    );
  });

  test('ask for the pattern of addresses alone where it is none', async () => {
    const target = await serveMock();
    const path = await makeFolderWith({});
    const { answers } = await runInterview([
      ...[target, 'eml', path, 'nightly@example.com', 'nightly+{run}@example.com'],
      ...['', '', ''],
    ]);
    expect(answers).toMatchObject({
      mailbox: { use: 'eml', path },
      email: 'nightly+{run}@example.com',
    });
  });

  test('say of the exam and the site what a run would find', async () => {
    const siteUrl = await serveTest((_request, response) => response.end('site'));
    const backendUrl = await serveTest(({ url }, response) => {
      if (url?.startsWith('/_mock')) response.statusCode = 404;
      response.setHeader('access-control-allow-origin', 'https://other.example');
      response.setHeader('content-type', 'application/json').end('[]');
    });
    const folder = await makeFolderWith({ 'key.json': '{"2 + 2?": "4"}', 'no-key.json': '[1]' });
    const { answers, lines } = await runInterview(
      [backendUrl, 'prompt', '', 'none', 'away.json', 'no-key.json', 'key.json', siteUrl, 'keep'],
      folder,
    );
    expect(answers).toMatchObject({ examKey: 'key.json', siteOrigin: siteUrl });
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^broken: away\.json: the key file .* cannot be read$/),
        expect.stringMatching(/^broken: no-key\.json: is not an answer key/),
        'ready: 1 answers',
        expect.stringMatching(/does not let it in: .* is https:\/\/other\.example$/),
      ]),
    );
  });
});

test('a command is split at spaces, but not inside quotes', () => {
  expect(splitCommand(`node "my mail.mjs" --to 'a b' c`)).toEqual([
    'node',
    'my mail.mjs',
    '--to',
    'a b',
    'c',
  ]);
});
