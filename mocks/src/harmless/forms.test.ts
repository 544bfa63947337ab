import { readMessage } from '@one-planet/contract';
import { afterEach, expect, test, vi } from 'vitest';
import { createBackend, harmlessList } from '../index.ts';
import { type Served, serve } from '../node.ts';
import { registrationOf } from '../testing/journey.ts';
import { compareHarmless, emailIn, type Observe, precreated } from '../testing/observe.ts';
import { uploadPicture } from '../testing/payloads.ts';
import { type Session, startSession } from '../testing/session.ts';

let served: Served | undefined;
afterEach(async () => {
  vi.useRealTimers();
  await served?.close();
});

const list = '/api/contents/private';
const newcomer = { body: registrationOf('new@example.com') };

test('an unknown variation is told with all known ones', async () => {
  const starting = createBackend({ harmless: ['slo'] });
  await expect(starting).rejects.toThrow('There is no harmless variation "slo". Known are');
});

test('every variation has a name of its own and a sentence', () => {
  expect(new Set(harmlessList.map(({ name }) => name)).size).toBe(harmlessList.length);
  for (const { sentence } of harmlessList) expect(sentence).toMatch(/^[A-Z].*\.$/);
});

async function typeOfList({ raw }: Session) {
  return (await raw(list)).headers.get('content-type');
}

/** The forms of a refusal in JSON and of one in text, and whether a message can be read from both. */
async function refusals({ call }: Session) {
  const body = { email: emailIn('ACTIVATED'), password: 'Wrong2025' };
  const came = [
    await call('auth.login', { body }),
    await call('applicants.register', { body: { ...newcomer.body, firstName: '' } }),
  ];
  const types = came.map(({ headers }) => headers.get('content-type')?.split(';')[0]);
  return [...types, came.every((it) => /\w/.test(readMessage(it.body)))];
}

async function registers({ call }: Session) {
  const { status, headers, bytes } = await call('applicants.register', newcomer);
  return [status, headers.get('content-type')?.split(';')[0], bytes.length > 0];
}

async function uploads(session: Session) {
  const { token } = await precreated(session, 'ACTIVATED');
  return /^".*"$/.test(await uploadPicture(session, token));
}

const [json, text] = ['application/json', 'text/plain'];
const cases: [name: string, observe: Observe, usual: unknown, changed: unknown][] = [
  ['charset', typeOfList, json, 'application/json;charset=UTF-8'],
  ['header-case', typeOfList, json, 'Application/JSON'],
  ['refusals-in-json', refusals, [json, text, true], [json, json, true]],
  ['refusals-in-text', refusals, [json, text, true], [text, text, true]],
  [
    'problem-json',
    refusals,
    [json, text, true],
    ['application/problem+json', 'application/problem+json', true],
  ],
  ['free-form-text', registers, [201, json, true], [201, text, true]],
  ['free-form-empty', registers, [201, json, true], [201, undefined, false]],
  ['quoted-upload-name', uploads, false, true],
  [
    'security-headers',
    async ({ raw }) => (await raw(list)).headers.has('strict-transport-security'),
    false,
    true,
  ],
];

test.each(cases)('%s', async (name, observe, usual, changed) => {
  expect(await compareHarmless(name, observe)).toEqual([usual, changed]);
});

test.each([
  ['chunked', 'transfer-encoding', 'chunked'],
  ['gzip', 'content-encoding', 'gzip'],
])('%s', async (name, header, value) => {
  served = await serve(await createBackend({ harmless: [name] }));
  const read = await fetch(`${served.url}${list}`);
  expect(read.headers.get(header)).toBe(value);
  expect(await read.json()).toHaveLength(3);
});

test('slow', async () => {
  const { call } = await startSession({ harmless: ['slow'] });
  vi.useFakeTimers();
  let isHere = false;
  const answer = call('contents.list').then(() => {
    isHere = true;
  });
  await vi.advanceTimersByTimeAsync(59);
  expect(isHere).toBe(false);
  await vi.advanceTimersByTimeAsync(1);
  await answer;
});
