/** The examples of docs/sdk.md about errors and limits, run against servers that are broken on purpose. */
import { describe, expect, onTestFinished, test } from 'vitest';
import { whatToDo } from '../examples/errors.ts';
import { texts } from '../examples/limits.ts';
import { createClient, unwrap } from './client.ts';
import { httpServer, type ScriptedAnswer } from './testing/http-server.ts';
import { rawServer } from './testing/raw-server.ts';

const body = { email: 'a@b.example', password: 'x' };

async function errorOfLogIn(baseUrl: string, timeout = 5000): Promise<unknown> {
  const client = createClient({ baseUrl, timeout, retry: { attempts: 1 } });
  return unwrap(client.auth.login({ body }), 'auth.login').catch((error) => error);
}

describe('what to do about an error', () => {
  const answers: Record<string, [ScriptedAnswer, string]> = {
    'a refusal': [{ status: 404, body: 'Who?' }, 'show the person: Who?'],
    'a busy server': [{ status: 503, headers: { 'retry-after': '7' } }, 'try in 7000 ms'],
    'a redirect': [
      { status: 301, headers: { location: 'https://x.example/' } },
      'fix baseUrl: it redirects to https://x.example/',
    ],
    'a page in place of data': [
      { headers: { 'content-type': 'text/html' }, body: '<html>' },
      'tell the backend team: html',
    ],
    'an unknown status': [{ status: 500 }, 'tell the backend team: 500'],
  };
  test.each(Object.entries(answers))('that is %s', async (_, [answer, told]) => {
    const server = await httpServer(() => answer);
    onTestFinished(async () => void (await server.close()));
    expect(whatToDo(await errorOfLogIn(server.url))).toBe(told);
  });

  test('that is silence, or a connection that is lost', async () => {
    const silent = await rawServer(() => {});
    onTestFinished(silent.close);
    expect(whatToDo(await errorOfLogIn(silent.url, 30))).toBe('try later: no answer in 30 ms');
    const lost = await rawServer((socket) => socket.resetAndDestroy());
    onTestFinished(lost.close);
    expect(whatToDo(await errorOfLogIn(lost.url))).toBe('try later: not reached (reset)');
  });

  test('that is your own', async () => {
    expect(whatToDo(await errorOfLogIn('college'))).toMatch(/^fix the call: .* no address$/);
    const aborted = texts('http://127.0.0.1:1', AbortSignal.abort());
    expect(whatToDo(await aborted.catch((error) => error))).toMatch(/^nothing/);
    expect(() => whatToDo(new Error('a bug'))).toThrow('a bug');
  });
});

test('texts are read at the second attempt, and no third is made', async () => {
  const { signal } = new AbortController();
  const later = { status: 503, headers: { 'retry-after': '0' } };
  const busy = async (times: number) => {
    const server = await httpServer(() =>
      server.received.length > times ? { body: [{ id: 1, content: 'Hello' }] } : later,
    );
    onTestFinished(async () => void (await server.close()));
    return server;
  };
  expect(await texts((await busy(1)).url, signal)).toEqual(['Hello']);
  const server = await busy(2);
  await expect(texts(server.url, signal)).rejects.toMatchObject({ name: 'UnavailableError' });
  expect(server.received).toHaveLength(2);
});
