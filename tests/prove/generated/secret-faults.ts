/** Secrets somebody can guess, or is shown. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { type OperationName, operations } from '@one-planet/contract';
import type { Call } from '@one-planet/mocks';
import { personOf } from './access-faults.ts';
import type { Generated } from './generated-fault.ts';
import { plain } from './response-faults.ts';

interface Secret {
  /** The operation that makes it. */
  operation: OperationName;
  /** Nobody but its owner may ever see it; others may be shown again to her, who has proved who she is. */
  isForItsMailOnly: boolean;
}

/** The mock draws these at random and then trusts them: whoever knows one may do something. */
const secrets: readonly Secret[] = [
  { operation: 'applicants.register', isForItsMailOnly: true },
  { operation: 'applicants.resendEmail', isForItsMailOnly: true },
  { operation: 'applicants.activate', isForItsMailOnly: true },
  { operation: 'auth.forgotPassword', isForItsMailOnly: true },
  { operation: 'auth.login', isForItsMailOnly: false },
  { operation: 'files.upload', isForItsMailOnly: false },
  { operation: 'payments.payOnline', isForItsMailOnly: false },
  { operation: 'exams.submit', isForItsMailOnly: false },
];

type Make = (length: number, email: string, draw: () => string) => string;

const ways: readonly { name: string; make: () => Make }[] = [
  {
    name: 'consecutive',
    make: () => {
      let last = 4096;
      return (length) => {
        last += 1;
        return last.toString(16).toUpperCase().padStart(length, '0');
      };
    },
  },
  {
    name: 'from-address',
    make: () => (length, email) =>
      createHash('md5').update(email).digest('hex').slice(0, length).toUpperCase(),
  },
  {
    name: 'reused',
    make: () => {
      const known = new Map<string, string>();
      return (_length, email, draw) => {
        const secret = known.get(email) ?? draw();
        known.set(email, secret);
        return secret;
      };
    },
  },
];

export const secretFaults: readonly Generated[] = secrets.flatMap((secret) => [
  ...ways.map((way) => guessable(secret, way)),
  ...operations
    .filter(({ name, meta }) => showsValues(meta.reads) && name !== secret.operation)
    .flatMap(({ name }) => [
      ...(secret.isForItsMailOnly ? [toldTo('herself', secret, name)] : []),
      toldTo('others', secret, name),
    ]),
  ...(secret.isForItsMailOnly && secret.operation !== 'applicants.activate'
    ? [toldTo('herself', secret, secret.operation)]
    : []),
]);

function showsValues(reads: string): boolean {
  return reads === 'json' || reads === 'nothing';
}

/** The call a secret is drawn in; many run at the same time. */
interface Drawing {
  call: Call;
  secrets: string[];
}

/** Lets `draw` stand in for the mock's generators while the operation is handled. */
function drawing(
  operation: OperationName,
  draw: (length: number, real: () => string, current: Drawing) => string,
): Pick<ReturnType<Generated['make']>, 'world'> & {
  run: <T>(call: Call, next: () => Promise<T>) => Promise<T>;
} {
  const current = new AsyncLocalStorage<Drawing>();
  const tokenLength = 32;
  return {
    run: (call, next) =>
      call.operation.name === operation ? current.run({ call, secrets: [] }, next) : next(),
    world: ({ random }) => {
      for (const generator of [random.tokens, random.codes, random.passwords]) {
        const { token, code } = generator;
        const drawn = (length: number, real: () => string) => {
          const now = current.getStore();
          if (!now) return real();
          const isSecond = now.secrets.length > 0;
          const secret = isSecond ? real() : draw(length, real, now);
          now.secrets.push(secret);
          return secret;
        };
        generator.token = () => drawn(tokenLength, () => token.call(generator));
        generator.code = (length) => drawn(length, () => code.call(generator, length));
      }
    },
  };
}

function emailOf(call: Call): string {
  const { email } = (call.body ?? {}) as { email?: unknown };
  return (personOf(call)?.email ?? String(email)).toLowerCase();
}

function guessable({ operation }: Secret, { name, make }: (typeof ways)[number]): Generated {
  return {
    name: `secrets/${operation}/${name}`,
    class: 'secrets',
    operation,
    make: ({ effect }) => {
      const own = make();
      const { run, world } = drawing(operation, (length, real, { call }) => {
        let isReal = false;
        const secret = own(length, emailOf(call), () => {
          isReal = true;
          return real();
        });
        if (!isReal) effect();
        return secret;
      });
      return { ...(world ? { world } : {}), handle: run };
    },
  };
}

/** A field of its own in another answer holds it. */
function toldTo(whom: 'herself' | 'others', secret: Secret, operation: OperationName): Generated {
  return {
    name: `secrets/${secret.operation}/told-to-${whom}/${operation}`,
    class: 'secrets',
    operation,
    make: ({ effect }) => {
      const known = new Map<string, string>();
      const { run, world } = drawing(secret.operation, (_length, real, { call }) => {
        const drawn = real();
        known.delete(emailOf(call));
        known.set(emailOf(call), drawn);
        return drawn;
      });
      return {
        ...(world ? { world } : {}),
        handle: async (call, next) => {
          const answer = await run(call, next);
          // Of a temporary password only a part is drawn.
          const [mail] = call.world.mails.group('to', emailOf(call)).slice(-1);
          if (call.operation.name === secret.operation && mail?.temporaryPassword)
            known.set(emailOf(call), mail.temporaryPassword);
          const body = plain(answer.body);
          const isMeant = call.operation.name === operation && answer.status < 300;
          const toBeTold = isMeant ? findSecret(known, whom, emailOf(call)) : undefined;
          const changed = toBeTold === undefined ? undefined : withReference(body, toBeTold);
          if (changed === undefined) return answer;
          effect();
          return { ...answer, body: changed };
        },
      };
    },
  };
}

function findSecret(known: ReadonlyMap<string, string>, whom: string, email: string) {
  if (whom === 'herself') return known.get(email);
  return [...known].findLast(([owner]) => owner !== email)?.[1];
}

function withReference(body: unknown, reference: string): unknown {
  if (body === undefined) return { reference };
  if (Array.isArray(body))
    return body.map((one) => (typeof one === 'object' ? { ...one, reference } : one));
  return typeof body === 'object' && body !== null ? { ...body, reference } : undefined;
}
