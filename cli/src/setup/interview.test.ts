import { createBackend } from '@one-planet/mocks';
import { serve } from '@one-planet/mocks/node';
import { describe, expect, onTestFinished, test } from 'vitest';
import { folderWith } from '../process/testing/folder.ts';
import { serveTest } from '../process/testing/serve.ts';
import { interview } from './interview.ts';
import { wordsOf } from './questions.ts';

/** Somebody who answers from a list; a question without an answer left fails. */
async function interviewed(given: string[], folder = '/') {
  const lines: string[] = [];
  const left = [...given];
  const answers = await interview(
    {
      ask: async (question, usual) => {
        const answer = left.shift();
        if (answer === undefined) throw new Error(`nobody answers "${question}"`);
        return answer || (usual ?? '');
      },
      say: (line) => lines.push(line),
      show: ({ state, told }) => lines.push(`${state}: ${told}`),
    },
    folder,
  );
  expect(left).toEqual([]);
  return { answers, lines };
}

async function mock(): Promise<string> {
  const { url, close } = await serve(await createBackend({}));
  onTestFinished(close);
  return url;
}

describe('the five questions', () => {
  test('on the mock need its address alone', async () => {
    const target = await mock();
    const { answers, lines } = await interviewed([target, '', '', '', '']);
    expect(answers).toEqual({ target, mailbox: { use: 'mock' }, staff: { use: 'mock' } });
    const found = lines.filter((line) => /^(missing|broken|untried)/.test(line));
    expect(found).toEqual([]);
  });

  test('are asked again after an answer that does not work, unless it is kept', async () => {
    const target = await mock();
    const away = 'http://127.0.0.1:1';
    const mailpit = ['mailpit', away, ''];
    const { answers, lines } = await interviewed([
      ...['nonsense', away, '', target],
      ...['mailpt', ...mailpit, 'keep'],
      ...['command', '"my program" --flag', 'keep', '', ''],
    ]);
    expect(answers).toEqual({
      target,
      mailbox: { use: 'mailpit', url: away },
      email: 'nightly+{run}@example.com',
      staff: { use: 'command', command: ['my program', '--flag'] },
    });
    expect(lines).toEqual(
      expect.arrayContaining([
        expect.stringMatching(/^broken: target: must be "mock", or an address/),
        expect.stringMatching(/^broken: contents\.list: the server refused the connection/),
        'broken: there is no "mailpt" (did you mean "mailpit"?)',
        `broken: Mailpit at ${away} was not reached: the connection failed (ECONNREFUSED)`,
        'broken: there is no program my program in / or on PATH',
      ]),
    );
  });

  test('tell of the exam and the site what a run would find', async () => {
    const site = await serveTest((_request, response) => response.end('site'));
    const backend = await serveTest(({ url }, response) => {
      if (url?.startsWith('/_mock')) response.statusCode = 404;
      response.setHeader('access-control-allow-origin', 'https://other.example');
      response.setHeader('content-type', 'application/json').end('[]');
    });
    const folder = await folderWith({ 'key.json': '{"2 + 2?": "4"}', 'no-key.json': '[1]' });
    const { answers, lines } = await interviewed(
      [backend, 'prompt', '', 'none', 'away.json', 'no-key.json', 'key.json', site, 'keep'],
      folder,
    );
    expect(answers).toMatchObject({ examKey: 'key.json', siteOrigin: site });
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
  expect(wordsOf(`node "my mail.mjs" --to 'a b' c`)).toEqual([
    'node',
    'my mail.mjs',
    '--to',
    'a b',
    'c',
  ]);
});
