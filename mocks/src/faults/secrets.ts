/** Secrets that can be guessed, and tokens that are looked at only in part. */

import type { Person } from '../data/entities.ts';
import type { Random } from '../data/random.ts';
import type { World } from '../data/world.ts';
import type { Call, Fault } from './fault.ts';

function makes(
  name: string,
  sentence: string,
  purpose: keyof World['random'],
  own: (world: World) => Partial<Random>,
): Fault {
  return {
    name,
    sentence,
    world: (world) => {
      Object.assign(world.random[purpose], own(world));
    },
  };
}

/** A generator that counts. */
function counter(start: number, write = String): () => string {
  let last = start;
  return () => {
    last += 1;
    return write(last);
  };
}

/** @returns whose session has a token that `fits` */
function holderOf({ world }: Call, fits: (token: string) => boolean): Person | undefined {
  const session = world.sessions.all().find(({ token }) => fits(token));
  return session && world.people.find('id', session.personId);
}

function tokenIn({ request }: Call): string {
  return /^bearer +(\S+)/i.exec(request.headers.get('authorization') ?? '')?.[1] ?? '';
}

export const guessableSecrets: readonly Fault[] = [
  makes('tokens-consecutive', 'Every token and file name is the next number.', 'tokens', () => ({
    token: counter(1_000_000),
  })),
  makes('tokens-short', 'Tokens and file names have six letters.', 'tokens', ({ random }) => ({
    token: () => random.codes.code(6),
  })),
  makes(
    'temporary-password-fixed',
    'Everybody gets the same temporary password.',
    'passwords',
    () => ({ code: () => 'Welcome20', below: () => 1 }),
  ),
  makes('payment-codes-consecutive', 'Payment codes are consecutive numbers.', 'codes', () => ({
    code: counter(10_000_000),
  })),
  {
    name: 'token-of-address',
    sentence: 'A token is the e-mail address in base64, with a number.',
    world: (world) => {
      const create = world.sessions.create.bind(world.sessions);
      let count = 0;
      world.sessions.create = (session) => {
        const { email = '' } = world.people.find('id', session.personId) ?? {};
        count += 1;
        return create({ ...session, token: btoa(`${email}:${count}`).replaceAll('=', '') });
      };
    },
    answer: async ({ operation, world, body }, response) => {
      if (operation.name !== 'auth.login' || !response.ok) return response;
      const person = world.findPerson((body as { email: string }).email);
      const mine = world.sessions.all().filter(({ personId }) => personId === person?.id);
      const told = { ...(await response.json()), token: mine.at(-1)?.token };
      return new Response(JSON.stringify(told), response);
    },
  },
  {
    name: 'token-half-checked',
    sentence: 'Of a token only the first half counts.',
    person: (call) => {
      const token = tokenIn(call);
      const half = token.slice(0, 16);
      return half.length === 16 ? holderOf(call, (known) => known.startsWith(half)) : undefined;
    },
  },
  {
    name: 'token-without-scheme',
    sentence: 'A token counts without its scheme, and with another.',
    person: (call) => {
      const said = call.request.headers.get('authorization') ?? '';
      const token = said.replace(/^\w+ +/, '');
      return token ? holderOf(call, (known) => known === token) : undefined;
    },
  },
  {
    name: 'sessions-endless',
    sentence: 'A session never ends.',
    person: (call) => holderOf(call, (known) => known === tokenIn(call)),
  },
];
