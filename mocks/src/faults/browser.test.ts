import { expect, test } from 'vitest';
import { bodyOf, type Case, compare } from '../testing/observe.ts';
import type { Session } from '../testing/session.ts';

const open = 'access-control-allow-origin';

/** @returns whether a success, a refusal and a preflight are open to another origin */
async function opens({ raw }: Session) {
  const path = '/api/applicants/private/edit_profile/1';
  const success = await raw('/api/contents/private');
  const refusal = await raw('/api/nothing');
  const preflight = await raw(path, { method: 'OPTIONS' });
  return [success, refusal, preflight].map(({ headers }) => headers.has(open));
}

/** @returns what a preflight allows */
async function preflights({ raw }: Session) {
  const path = '/api/applicants/private/edit_profile/1';
  const { status, headers } = await raw(path, { method: 'OPTIONS' });
  const allows = (what: string, value: string) =>
    headers.get(`access-control-allow-${what}`)?.includes(value);
  return [status, allows('headers', 'authorization'), allows('methods', 'PUT')];
}

const online = {
  state: 'TOOK_EXAM',
  body: { price: 500, currency: 'ETB', method: 'arifpay', intent: 'SALE', description: 'Fee' },
} as const;

const cases: Case[] = [
  ['cors-missing', opens, [true, true, true], [false, false, false]],
  ['cors-on-success-only', opens, [true, true, true], [true, false, true]],
  ['preflight-401', preflights, [204, true, true], [401, true, true]],
  ['preflight-no-authorization', preflights, [204, true, true], [204, false, true]],
  ['preflight-no-put', preflights, [204, true, true], [204, true, false]],
  [
    'redirect-http',
    bodyOf('payments.payOnline', online, ({ redirect }) => redirect.startsWith('http://pay.')),
    false,
    true,
  ],
];

test.each(cases)('%s', async (fault, observe, healthy, faulty) => {
  expect(await compare(fault, observe)).toEqual([healthy, faulty]);
});
