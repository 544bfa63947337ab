/** Faults of secrets: one that can be guessed, or is disclosed in another response. */
import { AsyncLocalStorage } from 'node:async_hooks';
import { createHash } from 'node:crypto';
import { type OperationName, operations } from '@one-planet/contract';
import type { Call } from '@one-planet/mocks';
import { personOf } from './access-faults.ts';
import type { GeneratedFault } from './generated-fault.ts';
import { toPlainJson } from './response-faults.ts';

interface Secret {
  /** The operation that creates it. */
  operation: OperationName;
  /**
   * True when only the owner's mail may have it. Responses to her may repeat other secrets: she has proved who she is.
   */
  isMailOnly: boolean;
}

/** Secrets that the mock draws at random, and then accepts as the proof of a right. */
const secrets: readonly Secret[] = [
  { operation: 'applicants.register', isMailOnly: true },
  { operation: 'applicants.resendEmail', isMailOnly: true },
  { operation: 'applicants.activate', isMailOnly: true },
  { operation: 'auth.forgotPassword', isMailOnly: true },
  { operation: 'auth.login', isMailOnly: false },
  { operation: 'files.upload', isMailOnly: false },
  { operation: 'payments.payOnline', isMailOnly: false },
  { operation: 'exams.submit', isMailOnly: false },
];

/** @param drawRandom draws the secret that the mock would use @returns the secret to use instead */
type GenerateSecret = (length: number, email: string, drawRandom: () => string) => string;

const guessableSchemes: readonly { name: string; createGenerator: () => GenerateSecret }[] = [
  {
    name: 'consecutive',
    createGenerator: () => {
      let lastNumber = 4096;
      return (length) => {
        lastNumber += 1;
        return lastNumber.toString(16).toUpperCase().padStart(length, '0');
      };
    },
  },
  {
    name: 'from-address',
    createGenerator: () => (length, email) =>
      createHash('md5').update(email).digest('hex').slice(0, length).toUpperCase(),
  },
  {
    name: 'reused',
    createGenerator: () => {
      const secretsByEmail = new Map<string, string>();
      return (_length, email, drawRandom) => {
        const secret = secretsByEmail.get(email) ?? drawRandom();
        secretsByEmail.set(email, secret);
        return secret;
      };
    },
  },
];

export const secretFaults: readonly GeneratedFault[] = secrets.flatMap((secret) => [
  ...guessableSchemes.map((scheme) => guessableFault(secret, scheme)),
  ...operations
    .filter(({ name, meta }) => hasReadableBody(meta.readsBodyAs) && name !== secret.operation)
    .flatMap(({ name }) => [
      ...(secret.isMailOnly ? [disclosureFault('herself', secret, name)] : []),
      disclosureFault('others', secret, name),
    ]),
  ...(secret.isMailOnly && secret.operation !== 'applicants.activate'
    ? [disclosureFault('herself', secret, secret.operation)]
    : []),
]);

function hasReadableBody(reads: string): boolean {
  return reads === 'json' || reads === 'nothing';
}

/** A call in which secrets are drawn. Several run at the same time. */
interface DrawingCall {
  call: Call;
  secrets: string[];
}

/**
 * Replaces the first secret that the mock draws in each call of an operation by the one of `draw`.
 * @returns the fault's `world` function, and `run`, which must handle each call
 */
function interceptDraws(
  operation: OperationName,
  draw: (length: number, drawRandom: () => string, drawingCall: DrawingCall) => string,
): Pick<ReturnType<GeneratedFault['createFault']>, 'world'> & {
  run: <T>(call: Call, next: () => Promise<T>) => Promise<T>;
} {
  const callStorage = new AsyncLocalStorage<DrawingCall>();
  const tokenLength = 32;
  return {
    run: (call, next) =>
      call.operation.name === operation ? callStorage.run({ call, secrets: [] }, next) : next(),
    world: ({ random }) => {
      for (const generator of [random.tokens, random.codes, random.passwords]) {
        const { drawToken, drawCode } = generator;
        const drawInstead = (length: number, drawRandom: () => string) => {
          const drawingCall = callStorage.getStore();
          if (!drawingCall) return drawRandom();
          const isSecond = drawingCall.secrets.length > 0;
          const secret = isSecond ? drawRandom() : draw(length, drawRandom, drawingCall);
          drawingCall.secrets.push(secret);
          return secret;
        };
        generator.drawToken = () => drawInstead(tokenLength, () => drawToken.call(generator));
        generator.drawCode = (length) =>
          drawInstead(length, () => drawCode.call(generator, length));
      }
    },
  };
}

function emailOf(call: Call): string {
  const { email } = (call.body ?? {}) as { email?: unknown };
  return (personOf(call)?.email ?? String(email)).toLowerCase();
}

function guessableFault(
  { operation }: Secret,
  { name, createGenerator }: (typeof guessableSchemes)[number],
): GeneratedFault {
  return {
    name: `secrets/${operation}/${name}`,
    class: 'secrets',
    operation,
    createFault: ({ recordEffect }) => {
      const generateSecret = createGenerator();
      const { run, world } = interceptDraws(operation, (length, drawRandom, { call }) => {
        let isRandom = false;
        const secret = generateSecret(length, emailOf(call), () => {
          isRandom = true;
          return drawRandom();
        });
        if (!isRandom) recordEffect();
        return secret;
      });
      return { ...(world ? { world } : {}), wrapHandler: run };
    },
  };
}

/** An additional field, `reference`, of another response discloses the secret: to its owner, or to others. */
function disclosureFault(
  recipient: 'herself' | 'others',
  secret: Secret,
  operation: OperationName,
): GeneratedFault {
  return {
    name: `secrets/${secret.operation}/told-to-${recipient}/${operation}`,
    class: 'secrets',
    operation,
    createFault: ({ recordEffect }) => {
      const secretsByEmail = new Map<string, string>();
      const { run, world } = interceptDraws(secret.operation, (_length, drawRandom, { call }) => {
        const drawnSecret = drawRandom();
        secretsByEmail.delete(emailOf(call));
        secretsByEmail.set(emailOf(call), drawnSecret);
        return drawnSecret;
      });
      return {
        ...(world ? { world } : {}),
        wrapHandler: async (call, next) => {
          const result = await run(call, next);
          // Only a part of a temporary password is drawn: the mail has all of it.
          const [mail] = call.world.mailsTo(emailOf(call)).slice(-1);
          if (call.operation.name === secret.operation && mail?.temporaryPassword)
            secretsByEmail.set(emailOf(call), mail.temporaryPassword);
          const body = toPlainJson(result.body);
          const isTarget = call.operation.name === operation && result.status < 300;
          const disclosedSecret = isTarget
            ? findSecret(secretsByEmail, recipient, emailOf(call))
            : undefined;
          const changedBody =
            disclosedSecret === undefined ? undefined : addReference(body, disclosedSecret);
          if (changedBody === undefined) return result;
          recordEffect();
          return { ...result, body: changedBody };
        },
      };
    },
  };
}

function findSecret(secretsByEmail: ReadonlyMap<string, string>, recipient: string, email: string) {
  if (recipient === 'herself') return secretsByEmail.get(email);
  return [...secretsByEmail].findLast(([owner]) => owner !== email)?.[1];
}

function addReference(body: unknown, reference: string): unknown {
  if (body === undefined) return { reference };
  if (Array.isArray(body))
    return body.map((element) =>
      typeof element === 'object' ? { ...element, reference } : element,
    );
  return typeof body === 'object' && body !== null ? { ...body, reference } : undefined;
}
