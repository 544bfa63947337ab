/** Who is let in: nobody without a valid token, and everybody where none is needed. */
import { type Operation, operations } from '@one-planet/contract';
import { unknownToken } from '../../applicant/calls.ts';
import { stageOf } from '../../applicant/stages.ts';
import type { Check } from '../check.ts';
import { expectAccepted, expectRefused } from '../expect.ts';
import { Failed } from '../outcome.ts';
import { needsNobody } from '../people/stage-for.ts';
import { describeReply } from '../wire/reply.ts';

const spec = '1 §6; decisions §1';

/** Another reading, which decisions tolerate: the status is readable without a token. */
const readableByAnybody = 'applicants.getByEmail';

export const tokens: readonly Check[] = operations.flatMap((operation) => {
  if (operation.meta.auth === 'bearer') return [withoutToken(operation), withFalseToken(operation)];
  if (operation.meta.auth === 'optional') return optional(operation);
  return [];
});

/** Nobody has to refuse what decisions leave open. */
function wanting(name: string) {
  const isOpen = name === readableByAnybody;
  return { level: isOpen ? 'info' : 'must', word: isOpen ? 'MAY' : 'MUST' } as const;
}

function withoutToken({ name }: Operation): Check {
  const { level, word } = wanting(name);
  return {
    id: `${name}/without-token`,
    level,
    operation: name,
    sentence: `${name} ${word} answer 401 without a token.`,
    spec,
    proves: 'A valid call without a bearer token is refused with the status the site acts on.',
    leavesOpen: 'Whether something changed despite the refusal.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const person = await context.person();
      const reply = await context.sendAs(person, name, { token: undefined });
      expectRefused(context, reply, 'a call without a token', { only: [401] });
    },
  };
}

function withFalseToken({ name }: Operation): Check {
  const { level, word } = wanting(name);
  return {
    id: `${name}/false-token`,
    level,
    operation: name,
    sentence: `${name} ${word} answer 401 to an invalid token.`,
    spec,
    proves:
      'An invented token, a valid one with a character changed and, where tokens are JWTs, an unsigned one are refused.',
    leavesOpen: 'Tokens that have expired: no run waits that long.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const person = await context.person();
      for (const [what, token] of falseTokens(person.token ?? '')) {
        const reply = await context.sendAs(person, name, { token });
        expectRefused(context, reply, what, { only: [401] });
      }
    },
  };
}

function falseTokens(valid: string): [what: string, token: string][] {
  const middle =
    valid.lastIndexOf('.') + 1 + Math.floor((valid.length - valid.lastIndexOf('.') - 1) / 2);
  const other = valid[middle] === 'A' ? 'B' : 'A';
  const [header, payload, signature] = valid.split('.');
  const isJwt = Boolean(header?.startsWith('ey') && payload && signature);
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  return [
    ['an invented token', unknownToken],
    [
      'a valid token with a character changed',
      valid.slice(0, middle) + other + valid.slice(middle + 1),
    ],
    ...(isJwt ? [['a JWT without a signature', `${none}.${payload}.`] as [string, string]] : []),
  ];
}

function optional({ name }: Operation): Check[] {
  const common = { level: 'must', operation: name, spec, stage: stageOf(name) } as const;
  const withToken: Check = {
    ...common,
    id: `${name}/with-token`,
    sentence: `${name} MUST also answer an applicant who is logged in.`,
    proves: 'The same call with a valid token is answered as it is without one.',
    leavesOpen: 'Whether the answer is the same.',
    run: async (context) => {
      const reply = await context.sendAs(await context.person(stageOf(name)), name);
      expectAccepted(reply, 'an applicant who is logged in');
    },
  };
  const anonymous: Check = {
    ...common,
    id: `${name}/anonymous`,
    sentence: `${name} MUST work without a token.`,
    proves: 'Somebody who is not logged in gets the same answer.',
    leavesOpen: 'Nothing.',
    run: async (context) => {
      const person = await context.person(stageOf(name));
      const reply = await context.sendAs(person, name, { token: undefined });
      expectAccepted(reply, 'somebody who is not logged in');
    },
  };
  const invalid: Check = {
    ...common,
    id: `${name}/invalid-token`,
    sentence: `${name} MUST answer an invalid token as it answers none, or with 401.`,
    proves: 'A session that has ended breaks no public page.',
    leavesOpen: 'Which of the two: both are right.',
    run: async (context) => {
      const person = await context.person(stageOf(name));
      const reply = await context.sendAs(person, name, { token: unknownToken });
      if (reply.status === 401 || reply.status < 300) return;
      throw new Failed('a success or 401', describeReply(reply), reply);
    },
  };
  return needsNobody(name) ? [withToken, invalid] : [anonymous, invalid];
}
