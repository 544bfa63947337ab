/** The examples of docs/sdk.md, run against the mock backend, and against servers that are broken on purpose. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alternate, applicantExamples } from '@one-planet/contract';
import { createBackend, precreatedEmail, precreatedPassword } from '@one-planet/mocks';
import { type RunningServer, serve } from '@one-planet/mocks/node';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { makeClientFor } from '../examples/dialect.ts';
import { describeWhatToDo } from '../examples/errors.ts';
import { listProgramNames } from '../examples/first-call.ts';
import { readSiteTexts } from '../examples/limits.ts';
import { logIn } from '../examples/login.ts';
import { makeClientWithLogin } from '../examples/refresh.ts';
import { register } from '../examples/register.ts';
import { findDifferences } from '../examples/strict.ts';
import { readAmountDue } from '../examples/unwrap.ts';
import { sendReceipt } from '../examples/upload-in-browser.ts';
import { sendFile } from '../examples/upload-in-node.ts';
import { makeLoggingClient } from '../examples/watch.ts';
import { createClient } from './client.ts';
import type { Client } from './generated/client.ts';
import { type ScriptedResponse, startHttpServer } from './testing/http-server.ts';
import { startRawServer } from './testing/odd-client.ts';
import { unwrap } from './unwrap.ts';

/** One applicant in each state: the third may take the exam, the fourth has passed it. */
const applicantCount = 11;
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 73, 69, 78, 68]);
let mock: RunningServer;
let folder: string;
beforeAll(async () => {
  mock = await serve(await createBackend({ applicants: applicantCount }));
  folder = await mkdtemp(join(tmpdir(), 'examples-'));
});
afterAll(async () => {
  await mock.close();
  await rm(folder, { recursive: true });
});

async function logInAs(number: number): Promise<Client> {
  const body = { email: precreatedEmail(number), password: precreatedPassword };
  const loginResult = await logIn(mock.url, body);
  if ('client' in loginResult) return loginResult.client;
  throw new Error(loginResult.message);
}

describe('a call', () => {
  test('reads the programs', async () => {
    expect(await listProgramNames(mock.url)).toContain('Data Science');
  });

  test('logs in, and says why it cannot', async () => {
    const client = await logInAs(4);
    const params = { email: precreatedEmail(4) };
    const profile = await unwrap(client.applicants.getByEmail({ params }));
    expect(profile.email).toBe(params.email);
    const logInWithWrongPassword = (email: string) =>
      logIn(mock.url, { email, password: 'Wrong2025' });
    expect(await logInWithWrongPassword(params.email)).toEqual({
      message: 'The password is wrong.',
    });
    expect(await logInWithWrongPassword('nobody@example.com')).toEqual({
      message: 'Nobody is registered with this address.',
    });
  });

  test('is repeated after a new login, which is asked for once', async () => {
    let loginCount = 0;
    const client = makeClientWithLogin(mock.url, async () => {
      loginCount += 1;
      const body = { email: precreatedEmail(4), password: precreatedPassword };
      return (await unwrap(createClient({ baseUrl: mock.url }).auth.login({ body }))).token;
    });
    const responses = await Promise.all([
      client.payments.getPending(),
      client.applicants.getByEmail({ params: { email: precreatedEmail(4) } }),
    ]);
    expect(responses.map(({ status }) => status)).toEqual([200, 200]);
    expect(loginCount).toBe(1);
  });

  test('registers, and says what is wrong', async () => {
    const client = createClient({ baseUrl: mock.url });
    const typedForm = applicantExamples.hana.register;
    expect(await register(client, typedForm)).toEqual([]);
    expect(await register(client, typedForm)).toEqual([expect.stringMatching(/\w/)]);
    expect(await register(client, { ...typedForm, firstName: 'Hana2' })).toEqual([
      'firstName: First name must contain only alphabetic characters',
    ]);
  });

  test('says the amount that is due, and that none is', async () => {
    expect(await readAmountDue(await logInAs(4))).toBe(500);
    expect(await readAmountDue(await logInAs(3))).toBeUndefined();
  });
});

describe('a file', () => {
  test('chosen in a browser is checked, sent, and its progress reported', async () => {
    const client = await logInAs(4);
    const percents: number[] = [];
    const onProgress = (percent: number) => void percents.push(percent);
    const storedName = await sendReceipt(client, new File([png], 'receipt.png'), onProgress);
    expect(storedName).toMatch(/\.png$/);
    expect(percents.at(-1)).toBe(100);
    await expect(
      sendReceipt(client, new File(['text'], 'receipt.png'), onProgress),
    ).rejects.toThrow('Only image files are supported');
  });

  test('is sent by its path, and read back byte for byte', async () => {
    const client = await logInAs(4);
    await writeFile(join(folder, 'picture.png'), png);
    const storedName = await sendFile(client, join(folder, 'picture.png'));
    const storedFile = await unwrap(client.files.get({ params: { fileName: storedName } }));
    expect(new Uint8Array(await storedFile.arrayBuffer())).toEqual(png);
    await expect(sendFile(client, join(folder, 'none.png'))).rejects.toThrow(/no such file/);
  });
});

test('a client speaks the dialect of a file', async () => {
  const path = join(folder, 'dialect.json');
  await writeFile(path, JSON.stringify(alternate));
  const otherServer = await serve(
    await createBackend({ dialect: alternate, applicants: applicantCount }),
  );
  onTestFinished(otherServer.close);
  const client = await makeClientFor(otherServer.url, path);
  const body = { email: precreatedEmail(4), password: precreatedPassword };
  expect(await client.auth.login({ body })).toMatchObject({ status: 200 });
  await writeFile(path, '{"operations":{"auth.signIn":{}}}');
  await expect(makeClientFor(otherServer.url, path)).rejects.toThrow(
    /auth\.signIn: no such operation/,
  );
});

test('a strict client says where an answer is not what the contract says', async () => {
  expect(await findDifferences(mock.url)).toEqual([]);
  const serverOffContract = await serve(await createBackend({ faults: ['program-without-name'] }));
  onTestFinished(serverOffContract.close);
  expect(await findDifferences(serverOffContract.url)).toEqual([
    expect.stringMatching(/^\d+\.name: /),
  ]);
});

test('what is written down of a call holds no secret', async () => {
  const lines: string[] = [];
  const client = makeLoggingClient(mock.url, (line) => lines.push(line));
  const body = { email: precreatedEmail(4), password: precreatedPassword };
  await client.auth.login({ body });
  expect(lines[0]).toMatch(/^auth\.login #1: 200 in \d+ ms$/);
  expect(lines[1]).toMatch(/^curl .*\/api\/auth\/public\/login/);
  expect(lines.join()).not.toContain(precreatedPassword);
  expect(lines.join()).not.toContain(body.email);
});

const body = { email: 'a@b.example', password: 'x' };

async function catchErrorOfLogIn(baseUrl: string, timeout = 5000): Promise<unknown> {
  const client = createClient({ baseUrl, timeout, retry: { attempts: 1 } });
  return unwrap(client.auth.login({ body })).catch((error) => error);
}

describe('what to do about an error', () => {
  const adviceCasesByName: Record<string, [ScriptedResponse, string]> = {
    'a refusal': [{ status: 404, body: 'Who?' }, 'show the person: Who?'],
    'a busy server': [
      { status: 503, headers: { 'retry-after': '7' } },
      'busy (503): try in 7000 ms',
    ],
    'a redirect': [
      { status: 301, headers: { location: 'https://x.example/' } },
      'fix baseUrl: it redirects to https://x.example/',
    ],
    'a page in place of data': [
      { headers: { 'content-type': 'text/html' }, body: '<html>' },
      'report it to the backend team: html',
    ],
    'an unknown status': [{ status: 500 }, 'report it to the backend team: 500'],
  };
  test.each(Object.entries(adviceCasesByName))('that is %s', async (_, [answer, advice]) => {
    const server = await startHttpServer(() => answer);
    onTestFinished(async () => void (await server.close()));
    expect(describeWhatToDo(await catchErrorOfLogIn(server.url))).toBe(advice);
  });

  test('that is silence, or a connection that is lost', async () => {
    const silentServer = await startRawServer(() => {});
    onTestFinished(silentServer.close);
    expect(describeWhatToDo(await catchErrorOfLogIn(silentServer.url, 30))).toBe(
      'try later: no answer in 30 ms',
    );
    const resettingServer = await startRawServer((socket) => socket.resetAndDestroy());
    onTestFinished(resettingServer.close);
    expect(describeWhatToDo(await catchErrorOfLogIn(resettingServer.url))).toBe(
      'try later: not reached (reset)',
    );
  });

  test('that is your own', async () => {
    expect(describeWhatToDo(await catchErrorOfLogIn('college'))).toMatch(
      /^fix the call: .* no address: write/,
    );
    const abortedCall = readSiteTexts('http://127.0.0.1:1', AbortSignal.abort());
    expect(describeWhatToDo(await abortedCall.catch((error) => error))).toMatch(/^nothing/);
    expect(() => describeWhatToDo(new Error('a bug'))).toThrow('a bug');
  });
});

test('texts are read at the second attempt, and no third is made', async () => {
  const { signal } = new AbortController();
  const busyResponse = { status: 503, headers: { 'retry-after': '0' } };
  const startServerBusyAtFirst = async (busyResponseCount: number) => {
    const server = await startHttpServer(() =>
      server.received.length > busyResponseCount
        ? { body: [{ id: 1, content: 'Hello' }] }
        : busyResponse,
    );
    onTestFinished(async () => void (await server.close()));
    return server;
  };
  expect(await readSiteTexts((await startServerBusyAtFirst(1)).url, signal)).toEqual(['Hello']);
  const server = await startServerBusyAtFirst(2);
  await expect(readSiteTexts(server.url, signal)).rejects.toMatchObject({
    name: 'UnavailableError',
  });
  expect(server.received).toHaveLength(2);
});
