/** Operations open to somebody they are not for: without a token, with another applicant's, in another role. */
import { type Operation, operations } from '@one-planet/contract';
import type { Call } from '@one-planet/mocks';
import type { Generated } from './generated-fault.ts';

export const accessFaults: readonly Generated[] = operations.flatMap((operation) => [
  ...(operation.meta.auth === 'bearer' ? [withoutToken(operation), otherRole(operation)] : []),
  ...(operation.meta.auth === 'none' ? [] : [ofOthers(operation)]),
]);

function accessFault({ name }: Operation, how: string, make: Generated['make']): Generated {
  return {
    name: `access/${name}/${how}`,
    class: 'access',
    operation: name,
    isProvoked: true,
    make,
  };
}

function withoutToken(operation: Operation): Generated {
  return accessFault(operation, 'no-token', ({ effect, tried, triable }) => ({
    handle: (call, next) => {
      if (call.operation.name === operation.name) triable();
      return next();
    },
    person: (call) => {
      if (call.operation.name !== operation.name) return undefined;
      const [newest] = call.world.people.newest(1);
      const person = personOf(call) ?? newest;
      tried();
      if (person) effect();
      return person;
    },
  }));
}

/** Whoever sends a valid token acts on what the call names, whosoever it is. */
function ofOthers(operation: Operation): Generated {
  return accessFault(operation, 'of-others', ({ effect, tried, triable }) => ({
    handle: async (call, next) => {
      const isMeant = call.operation.name === operation.name;
      // Of the caller herself, too: that could be made another's.
      if (isMeant && valuesOf(call).some((value) => ownerOf(call.world, value))) triable();
      const foreign = isMeant ? foreignIn(call) : undefined;
      if (!foreign || !call.person) return await next();
      tried();
      const { owner, file } = foreign;
      const ownerId = file?.ownerId;
      if (file) file.ownerId = call.person.id;
      else call.person = owner;
      const answer = await next();
      if (file && ownerId !== undefined) file.ownerId = ownerId;
      if (answer.status < 300) effect();
      return answer;
    },
  }));
}

function otherRole(operation: Operation): Generated {
  const fault = accessFault(operation, 'other-role', ({ effect }) => ({
    ignoresRole: (call) => {
      if (call.operation.name !== operation.name) return false;
      effect();
      return true;
    },
  }));
  return { ...fault, unobservable: 'no operation gives anybody another role' };
}

type World = Call['world'];
type Person = NonNullable<Call['person']>;
type Upload = NonNullable<ReturnType<World['uploads']['find']>>;

/** Whom a call is about: by its token, or by what it names. */
export function personOf(
  call: Pick<Call, 'world' | 'person' | 'params' | 'body'>,
): Person | undefined {
  if (call.person) return call.person;
  for (const value of valuesOf(call)) {
    const owner = ownerOf(call.world, value);
    if (owner) return owner;
  }
  return undefined;
}

/** The values of a call that somebody else owns. */
function foreignIn(call: Call): { owner: Person; file?: Upload } | undefined {
  for (const value of valuesOf(call)) {
    const owner = ownerOf(call.world, value);
    const file = call.world.uploads.find('name', String(value));
    if (owner && owner !== call.person) return { owner, ...(file ? { file } : {}) };
  }
  return undefined;
}

function valuesOf({ params, body }: Pick<Call, 'params' | 'body'>): unknown[] {
  const sent = typeof body === 'object' && body !== null ? Object.values(body) : [];
  return [...Object.values(params), ...sent].filter((one) => one !== '' && one != null);
}

function ownerOf(world: World, value: unknown): Person | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const id =
    world.exams.find('id', Number(value))?.personId ??
    world.payments.find('code', String(value))?.personId ??
    world.uploads.find('name', String(value))?.ownerId ??
    world.oneTimeTokens.find('token', String(value))?.personId ??
    Number(value);
  return world.findPerson(String(value)) ?? world.people.find('id', id);
}
