/** Tokens that are not required, or required where none is needed. */
import type { OperationName } from '@one-planet/contract';
import type { Person } from '../data/entities.ts';
import { around } from './answers.ts';
import type { Call, Fault } from './fault.ts';

/** Whose private data a call without a valid token reads: the person it names, else anyone. */
function somebody({ operation, params, world }: Call): Person | undefined {
  if (operation.route.method !== 'GET') return undefined;
  const named =
    world.findPerson(params.email ?? '') ?? world.people.find('id', Number(params.userId));
  const owner = world.uploads.find('name', params.fileName ?? '')?.ownerId;
  const [someone] = [...world.people.newest(1)];
  return named ?? (owner === undefined ? undefined : world.people.find('id', owner)) ?? someone;
}

/** A public operation requires a token. */
function needsToken(name: string, sentence: string, operation: OperationName): Fault {
  const handle = around(operation, async ({ person }, next) =>
    person ? await next() : { status: 401, body: 'Please log in first.' },
  );
  return { name, sentence, ...handle };
}

export const authorisation: readonly Fault[] = [
  {
    name: 'token-ignored',
    sentence: 'Private data can be read without a valid token.',
    person: somebody,
  },
  {
    name: 'any-token-accepted',
    sentence: 'Private data can be read with any text as the token.',
    person: (call) =>
      /^bearer +\S/i.test(call.request.headers.get('authorization') ?? '')
        ? somebody(call)
        : undefined,
  },
  needsToken(
    'public-needs-token',
    'The list of programs cannot be read without a token.',
    'programs.list',
  ),
  needsToken(
    'receipt-needs-token',
    'A receipt cannot be read without a token.',
    'payments.getReceipt',
  ),
];
