import { expect, test } from 'vitest';
import type { Reply } from '../wire/reply.ts';
import type { Send } from '../wire/sender.ts';
import { newPerson } from './person.ts';
import { renewingSessions } from './renew-session.ts';

/** Somebody logged in so long ago, and a backend that knows one token only. */
function applicant({ ageMs, known }: { ageMs: number; known: string }) {
  const person = { ...newPerson(1, 'a@x.example'), token: 'old', loggedInAt: Date.now() - ageMs };
  const asked: string[] = [];
  const backend: Send = async (operation, call) => {
    asked.push(operation);
    const isLogin = operation === 'auth.login';
    const status = isLogin || call?.token === known ? 200 : 401;
    return { status, json: isLogin ? { token: 'new' } : undefined } as Reply;
  };
  const send = renewingSessions(backend, () => [person], 1000);
  const read = async (token = 'old') => (await send('auth.getUser', { token, by: 1 })).status;
  return { person, asked, read };
}

test('a token that is old enough to have expired is renewed, and the call made again', async () => {
  const { person, asked, read } = applicant({ ageMs: 2000, known: 'new' });
  expect(await read()).toBe(200);
  expect(person.token).toBe('new');
  expect(asked).toEqual(['auth.getUser', 'auth.login', 'auth.getUser']);
});

test('a young token that is refused is a finding', async () => {
  const { asked, read } = applicant({ ageMs: 10, known: 'new' });
  expect(await read()).toBe(401);
  expect(asked).toEqual(['auth.getUser']);
});

test('what is refused with the new token, too, stays refused', async () => {
  const { read } = applicant({ ageMs: 2000, known: 'another' });
  expect(await read()).toBe(401);
});

test('a token that is not hers is not renewed', async () => {
  const { asked, read } = applicant({ ageMs: 2000, known: 'new' });
  expect(await read('invented')).toBe(401);
  expect(asked).toEqual(['auth.getUser']);
});
