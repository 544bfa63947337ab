/** What an operation answers: its successes, the refusals it prefers, and what else is tolerated. */
import { findOperation, type Operation } from '@one-planet/contract';
import type { ZodTypeAny } from 'zod';
import { type Json, toSchema } from './schema.ts';
import { operationTexts } from './texts/operations.ts';
import type { Example, RefusalText } from './texts/types.ts';
import { sharedRefusals } from './texts/whole.ts';

/** The refusals an operation prefers: its own, and those of every operation behind a token. */
export function preferredRefusals({ meta }: Operation): number[] {
  const bearer = meta.auth === 'bearer' ? [401, 403] : [];
  return [...new Set([...bearer, ...meta.refuses])].sort((a, b) => a - b);
}

/** The responses of an operation by their status. */
export function answers(operation: Operation): Json {
  const successes = Object.keys(operation.route.responses).filter((status) => Number(status) < 400);
  return {
    ...Object.fromEntries(
      successes.map((status) => [status, success(operation, Number(status))] as const),
    ),
    ...(operation.meta.auth === 'optional' ? { 401: shared('InvalidToken') } : {}),
    ...Object.fromEntries(
      preferredRefusals(operation).map((status) => [status, refusalOf(operation, status)]),
    ),
    default: shared('OtherRefusal'),
  };
}

/** The refusals that operations share, by the names of their components. */
export function sharedResponses(): Json {
  return Object.fromEntries(
    Object.entries(sharedRefusals).map(([name, text]) => [name, refusal(text)]),
  );
}

function refusalOf({ name }: Operation, status: number): Json {
  const own: Readonly<Record<number, RefusalText>> = operationTexts[name].refusals;
  const text = own[status];
  return text ? refusal(text) : shared(status === 401 ? 'Unauthorised' : 'Forbidden');
}

function shared(name: keyof typeof sharedRefusals): Json {
  return { $ref: `#/components/responses/${name}` };
}

function refusal({ why, message }: RefusalText): Json {
  const schema = { $ref: '#/components/schemas/Refusal' };
  return {
    description: why,
    content: {
      'application/json': { schema, example: { message } },
      'text/plain': { schema: { type: 'string' }, example: message },
    },
  };
}

function success({ name, meta }: Operation, status: number): Json {
  const told = status === meta.success ? 'Done' : 'Done (tolerated)';
  if (meta.reads === 'nothing' || status === 204)
    return { description: `${told}; nobody reads the body.` };
  if (meta.reads === 'bytes') return { description: `${told}: the bytes.`, content: stored };
  const { description, ...schema } = toSchema(
    findOperation(name)?.route.responses[status] as ZodTypeAny,
  );
  const type = meta.reads === 'text' ? 'text/plain' : 'application/json';
  const { answers: found } = operationTexts[name];
  return {
    description: description ? `${told}. ${description}` : `${told}.`,
    content: { [type]: { schema, ...examples(found) } },
  };
}

/** What can be uploaded, by its type. */
const stored = Object.fromEntries(
  ['image/png', 'image/jpeg', 'application/pdf'].map((type) => [
    type,
    { schema: { type: 'string', format: 'binary' } },
  ]),
);

/** @returns the `examples` of a body, or nothing */
export function examples(of: Readonly<Record<string, Example>> | undefined): Json {
  return of ? { examples: of } : {};
}
