/** The end of a session, where it is short enough to wait for (1 §4, §6; OWASP API2). */
import { setTimeout as sleep } from 'node:timers/promises';
import { tryParseJson } from '../../../process/json.ts';
import type { Check } from '../../check.ts';
import type { CheckContext } from '../../context.ts';
import { expectRefused } from '../../expect.ts';
import { Ended, Skipped } from '../../outcome.ts';
import { fieldsOf } from '../../wire/reply.ts';
import { scenario } from './scenario.ts';

/** Clocks may differ by so much. */
const marginMs = 1500;

export const sessionEnd: Check = scenario({
  id: 'auth.login/ends',
  sentence: 'A token MUST be refused with 401 once its session has ended.',
  rule: 'access#sessions-end',
  proves:
    'After the time the token itself names (`exp` of a JWT), or the setting sessionMinutes, the token is refused.',
  leavesOpen: 'Sessions longer than --patience.',
  stage: 'ACTIVATED',
  consumes: true,
  run: async (context) => {
    const person = await context.person();
    const { body } = await context.call('auth.login', person);
    const own = { by: person.number, about: person.number };
    const { headers, json } = await context.send('auth.login', { body, ...own });
    const token = String(fieldsOf(json).token ?? '');
    await waitFor(context, lifetimeMs(context, token, headers) + marginMs);
    const { params } = await context.call('applicants.getByEmail', person);
    const reply = await context.send('applicants.getByEmail', { params, token, ...own });
    expectRefused(context, reply, 'a token whose session has ended', { only: [401] });
  },
});

/** How long a token is valid: as the settings say, or as it says itself by the backend's own clock. */
function lifetimeMs({ run }: CheckContext, token: string, headers: Headers): number {
  const { sessionMinutes } = run.settings;
  if (sessionMinutes !== undefined) return sessionMinutes * 60_000;
  const claims = tryParseJson(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());
  const { exp, iat } = fieldsOf(claims);
  if (typeof exp !== 'number') {
    throw new Skipped('how long a session lasts is not known: give it with --session-minutes');
  }
  const now = Date.parse(headers.get('date') ?? '') || Date.now();
  return typeof iat === 'number' ? (exp - iat) * 1000 : exp * 1000 - now;
}

/** @throws {Skipped} where the run has no such patience */
export async function waitFor({ run, helpers }: CheckContext, ms: number): Promise<void> {
  const { patienceMs } = run;
  if (ms > patienceMs) {
    const [needs, has] = [Math.ceil(ms / 1000), Math.round(patienceMs / 1000)];
    throw new Skipped(`needs a wait of ${needs} s, and the run waits ${has} s: see --patience`);
  }
  await sleep(ms, undefined, { signal: helpers.signal }).catch(() => {
    throw new Ended(130, 'interrupted');
  });
}
