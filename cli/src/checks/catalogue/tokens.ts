/** Who is let in: nobody without a valid token, and everybody where none is needed. */
import { type Operation, operations } from '@one-planet/contract';
import { unknownToken } from '../../applicant/calls.ts';
import { stageOf } from '../../applicant/stages.ts';
import type { Check } from '../check.ts';
import { expectAccepted, expectRefused } from '../expect.ts';
import { Failed } from '../outcome.ts';
import { needsNobody } from '../people/stage-for.ts';
import { describeReply } from '../wire/reply.ts';

/** Another reading, which decisions tolerate: the status is readable without a token. */
const readableByAnybody = 'applicants.getByEmail';

export const tokens: readonly Check[] = operations.flatMap((operation) => {
  if (operation.meta.auth === 'bearer') {
    return [withoutToken(operation), withFalseToken(operation), withoutScheme(operation)];
  }
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
    rule: 'access#a-token-is-required',
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
    rule: 'access#a-token-is-required',
    proves:
      'An invented token, a valid one with a character changed in any of its parts, or cut off, and, where tokens are JWTs, an unsigned one are refused.',
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

/** Changed in every part: near the beginning, in the middle and near the end of each, and cut off. */
function falseTokens(valid: string): [what: string, token: string][] {
  const parts = valid.split('.');
  const [header = '', payload = '', signature] = parts;
  const none = Buffer.from('{"alg":"none","typ":"JWT"}').toString('base64url');
  const isJwt = header.startsWith('ey') && signature !== undefined;
  const changed = parts.flatMap((part, at) =>
    placesIn(part).map((place): [string, string] => {
      const other = part[place] === 'A' ? 'B' : 'A';
      const instead = part.slice(0, place) + other + part.slice(place + 1);
      const token = parts.with(at, instead).join('.');
      const where = parts.length > 1 ? ` of its part ${at + 1}` : '';
      return [`a valid token with the character ${place + 1}${where} changed`, token];
    }),
  );
  return [
    ['an invented token', unknownToken],
    ...changed,
    ['the first half of a valid token', valid.slice(0, Math.ceil(valid.length / 2))],
    ['a valid token without its last two characters', valid.slice(0, -2)],
    ...(isJwt
      ? ([
          ['a JWT that says it has no signature', `${none}.${payload}.`],
          ['a JWT without its signature', `${header}.${payload}.`],
        ] as [string, string][])
      : []),
  ];
}

/** Not the very last one: in base64 several characters may stand for the same bits there. */
function placesIn(part: string): number[] {
  const { length } = part.replace(/=+$/, '');
  const places = [1, Math.floor(length / 2), length - 3];
  return [...new Set(places)].filter((place) => place >= 0 && place < length - 1);
}

function withoutScheme({ name }: Operation): Check {
  return {
    id: `${name}/without-scheme`,
    level: name === readableByAnybody ? 'info' : 'should',
    operation: name,
    sentence: `${name} ${name === readableByAnybody ? 'MAY' : 'SHOULD'} answer 401 to a valid token that is not a bearer token.`,
    rule: 'access#bearer-tokens-only',
    proves: 'The token alone, after another scheme, and with something behind it is refused.',
    leavesOpen: 'Tokens in cookies and in the address.',
    stage: 'ACTIVATED',
    run: async (context) => {
      const person = await context.person();
      const { token } = person;
      const headersOf = {
        'a token without a scheme': `${token}`,
        'the scheme Basic': `Basic ${token}`,
        'a scheme of another name': `Xbearer ${token}`,
        'a token with more behind it': `Bearer ${token} ${token}`,
      };
      for (const [what, authorization] of Object.entries(headersOf)) {
        const headers = { authorization };
        const reply = await context.sendAs(person, name, { token: undefined, headers });
        expectRefused(context, reply, what, { only: [401] });
      }
    },
  };
}

function optional({ name }: Operation): Check[] {
  const common = {
    level: 'must',
    operation: name,
    rule: 'access#open-to-everybody',
    stage: stageOf(name),
  } as const;
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
