/** The examples of docs/sdk.md, run against the mock backend. */
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { alternate, applicantExamples } from '@one-planet/contract';
import { createBackend, precreatedEmail, precreatedPassword } from '@one-planet/mocks';
import { type Served, serve } from '@one-planet/mocks/node';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { clientFor } from '../examples/dialect.ts';
import { programNames } from '../examples/first-call.ts';
import { logIn } from '../examples/login.ts';
import { register } from '../examples/register.ts';
import { differences } from '../examples/strict.ts';
import { amountDue } from '../examples/unwrap.ts';
import { sendReceipt } from '../examples/upload-in-browser.ts';
import { sendFile } from '../examples/upload-in-node.ts';
import { loggingClient } from '../examples/watch.ts';
import { type Client, createClient, unwrap } from './client.ts';

/** In every state one: the third may take the exam, the fourth has passed it. */
const applicants = 11;
const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 73, 69, 78, 68]);
let mock: Served;
let folder: string;
beforeAll(async () => {
  mock = await serve(await createBackend({ applicants }));
  folder = await mkdtemp(join(tmpdir(), 'examples-'));
});
afterAll(async () => {
  await mock.close();
  await rm(folder, { recursive: true });
});

async function loggedIn(number: number): Promise<Client> {
  const body = { email: precreatedEmail(number), password: precreatedPassword };
  const came = await logIn(mock.url, body);
  if ('client' in came) return came.client;
  throw new Error(came.told);
}

describe('a call', () => {
  test('reads the programs', async () => {
    expect(await programNames(mock.url)).toContain('Data Science');
  });

  test('logs in, and says why it cannot', async () => {
    const client = await loggedIn(4);
    const params = { email: precreatedEmail(4) };
    const profile = await unwrap(client.applicants.getByEmail({ params }));
    expect(profile.email).toBe(params.email);
    const wrong = (email: string) => logIn(mock.url, { email, password: 'Wrong2025' });
    expect(await wrong(params.email)).toEqual({ told: 'The password is wrong.' });
    expect(await wrong('nobody@example.com')).toEqual({
      told: 'Nobody is registered with this address.',
    });
  });

  test('registers, and says what is wrong', async () => {
    const client = createClient({ baseUrl: mock.url });
    const typed = applicantExamples.hana.register;
    expect(await register(client, typed)).toEqual([]);
    expect(await register(client, typed)).toEqual([expect.stringMatching(/\w/)]);
    expect(await register(client, { ...typed, firstName: 'Hana2' })).toEqual([
      'firstName: First name must contain only alphabetic characters',
    ]);
  });

  test('tells the amount that is due, and that none is', async () => {
    expect(await amountDue(await loggedIn(4))).toBe(500);
    expect(await amountDue(await loggedIn(3))).toBeUndefined();
  });
});

describe('a file', () => {
  test('chosen in a browser is checked, sent and told of', async () => {
    const client = await loggedIn(4);
    const percents: number[] = [];
    const tell = (percent: number) => void percents.push(percent);
    const stored = await sendReceipt(client, new File([png], 'receipt.png'), tell);
    expect(stored).toMatch(/\.png$/);
    expect(percents.at(-1)).toBe(100);
    await expect(sendReceipt(client, new File(['text'], 'receipt.png'), tell)).rejects.toThrow(
      'Only image files are supported',
    );
  });

  test('is sent by its path, and read back byte for byte', async () => {
    const client = await loggedIn(4);
    await writeFile(join(folder, 'picture.png'), png);
    const fileName = await sendFile(client, join(folder, 'picture.png'));
    const back = await unwrap(client.files.get({ params: { fileName } }));
    expect(new Uint8Array(await back.arrayBuffer())).toEqual(png);
    await expect(sendFile(client, join(folder, 'none.png'))).rejects.toThrow(/no such file/);
  });
});

test('a client speaks the dialect of a file', async () => {
  const path = join(folder, 'dialect.json');
  await writeFile(path, JSON.stringify(alternate));
  const other = await serve(await createBackend({ dialect: alternate, applicants }));
  onTestFinished(other.close);
  const client = await clientFor(other.url, path);
  const body = { email: precreatedEmail(4), password: precreatedPassword };
  expect(await client.auth.login({ body })).toMatchObject({ status: 200 });
  await writeFile(path, '{"operations":{"auth.signIn":{}}}');
  await expect(clientFor(other.url, path)).rejects.toThrow(/auth\.signIn: no such operation/);
});

test('a strict client tells where an answer is not what the contract says', async () => {
  expect(await differences(mock.url)).toEqual([]);
  const odd = await serve(await createBackend({ faults: ['programme-without-name'] }));
  onTestFinished(odd.close);
  expect(await differences(odd.url)).toEqual([expect.stringMatching(/^\d+\.name: /)]);
});

test('what is written down of a call holds no secret', async () => {
  const lines: string[] = [];
  const client = loggingClient(mock.url, (line) => lines.push(line));
  const body = { email: precreatedEmail(4), password: precreatedPassword };
  await client.auth.login({ body });
  expect(lines[0]).toMatch(/^auth\.login #1: 200 in \d+ ms$/);
  expect(lines[1]).toMatch(/^curl .*\/api\/auth\/public\/login/);
  expect(lines.join()).not.toContain(precreatedPassword);
  expect(lines.join()).not.toContain(body.email);
});
