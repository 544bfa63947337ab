import { afterEach, expect, test } from 'vitest';
import { createBackend, precreatedEmail, precreatedPassword } from '../index.ts';
import { type Served, serve } from '../node.ts';
import { type Case, compare, precreated } from '../testing/observe.ts';
import type { Session } from '../testing/session.ts';

let served: Served | undefined;
afterEach(async () => {
  await served?.close();
});

const bioPath = '/api/applicants/private/get_bio_data';

async function callsSixTimes({ call }: Session) {
  const statuses: number[] = [];
  for (let at = 0; at < 6; at += 1) statuses.push((await call('contents.list')).status);
  return statuses;
}

/** Reads the biography and gives up at once. @returns whether an answer was there before that */
async function isAnswered(session: Session) {
  const { token } = await precreated(session, 'ACTIVATED');
  const patience = new AbortController();
  const headers = { authorization: `Bearer ${token}` };
  let isPatient = true;
  const reading = session.raw(bioPath, { headers, signal: patience.signal }).then(() => isPatient);
  await session.call('contents.list');
  isPatient = false;
  patience.abort();
  return await reading;
}

async function deletes({ raw }: Session) {
  return (await raw('/api/programs/private', { method: 'PATCH' })).status;
}

async function sendsTooMuch({ raw }: Session) {
  const headers = { 'content-type': 'application/json' };
  const body = JSON.stringify({ email: 'x'.repeat(1024 * 1024) });
  return (await raw('/api/auth/public/login', { method: 'POST', headers, body })).status;
}

const cases: Case[] = [
  ['html-502', callsSixTimes, Array(6).fill(200), [200, 200, 502, 200, 200, 502]],
  ['hangs', isAnswered, true, false],
  ['wrong-method-accepted', deletes, 405, 200],
  ['oversized-500', sendsTooMuch, 413, 500],
];

test.each(cases)('%s', async (fault, observe, healthy, faulty) => {
  expect(await compare(fault, observe)).toEqual([healthy, faulty]);
});

test('drops-connection', async () => {
  served = await serve(await createBackend({ applicants: 3, faults: ['drops-connection'] }));
  const { url } = served;
  const login = await fetch(`${url}/api/auth/public/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: precreatedEmail(3), password: precreatedPassword }),
  });
  const { token } = (await login.json()) as { token: string };
  const read = await fetch(`${url}${bioPath}`, { headers: { authorization: `Bearer ${token}` } });
  expect(read.status).toBe(200);
  await expect(read.text()).rejects.toThrow();
  expect((await fetch(`${url}/api/contents/private`)).status).toBe(200);
});
