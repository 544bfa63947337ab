/** Other sessions, other tokens. */
import type { Person } from '../data/entities.ts';
import type { World } from '../data/world.ts';
import { around, changesBody } from '../faults/answers.ts';
import type { Call, Fault } from '../faults/fault.ts';

const twoMinutesMs = 2 * 60_000;
const mostWrong = 5;
const wrongInARow = new WeakMap<Person, number>();

function personOf({ world, body }: Call): Person | undefined {
  return world.findPerson((body as { email: string }).email);
}

function encode(part: object): string {
  return btoa(JSON.stringify(part)).replace(/=+$/, '').replaceAll('+', '-').replaceAll('/', '_');
}

/** As long as a real one; nobody here checks the signature, for the sessions know the whole token. */
function jwt(world: World, person: Person): string {
  const exp = Math.floor(world.now / 1000) + 3600;
  const head = encode({ alg: 'HS256', typ: 'JWT' });
  const payload = encode({ sub: person.email, role: person.role, exp });
  return `${head}.${payload}.${world.random.tokens.token()}${world.random.tokens.token()}`;
}

export const sessions: readonly Fault[] = [
  {
    name: 'sessions-of-two-minutes',
    sentence: 'A session ends after two minutes.',
    world: (world) => {
      const create = world.sessions.create.bind(world.sessions);
      world.sessions.create = (session) =>
        create({ ...session, expiresAt: world.now + twoMinutesMs });
    },
  },
  changesBody(
    'tokens-jwt',
    'Tokens are JWTs, which name the applicant.',
    'auth.login',
    (body, call) => {
      const { world } = call;
      const person = personOf(call);
      const session = world.sessions.find('token', body.token);
      if (!person || !session) return body;
      const token = jwt(world, person);
      void world.sessions.create({ ...session, token });
      return { ...body, token };
    },
  ),
  changesBody(
    'tokens-kept',
    'Logging in again answers the token of the session that is running.',
    'auth.login',
    (body, { world }) => {
      const session = world.sessions.find('token', body.token);
      const [first] = world.sessions
        .all()
        .filter(
          ({ personId, expiresAt }) => personId === session?.personId && expiresAt > world.now,
        );
      return { ...body, token: first?.token ?? body.token };
    },
  ),
  {
    name: 'login-locks',
    sentence: `After ${mostWrong} wrong passwords in a row, an account is locked.`,
    ...around('auth.login', async (call, next) => {
      const person = personOf(call);
      if (!person) return await next();
      const count = wrongInARow.get(person) ?? 0;
      if (count >= mostWrong) return { status: 401, body: 'This account is locked.' };
      const answer = await next();
      wrongInARow.set(person, answer.status === 401 ? count + 1 : 0);
      return answer;
    }),
  },
];
