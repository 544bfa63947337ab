/** Faults of access: an operation is open without a token, to another applicant, or to another role. */
import { type Operation, operations } from '@one-planet/contract';
import type { Call } from '@one-planet/mocks';
import type { GeneratedFault } from './generated-fault.ts';

export const accessFaults: readonly GeneratedFault[] = operations.flatMap((operation) => [
  ...(operation.meta.auth === 'bearer'
    ? [withoutTokenFault(operation), otherRoleFault(operation)]
    : []),
  ...(operation.meta.auth === 'none' ? [] : [ofOthersFault(operation)]),
]);

function createAccessFault(
  { name }: Operation,
  variant: string,
  createFault: GeneratedFault['createFault'],
): GeneratedFault {
  return {
    name: `access/${name}/${variant}`,
    class: 'access',
    operation: name,
    needsProbe: true,
    createFault,
  };
}

function withoutTokenFault(operation: Operation): GeneratedFault {
  return createAccessFault(
    operation,
    'no-token',
    ({ recordEffect, recordProbe, recordOpportunity }) => ({
      wrapHandler: (call, next) => {
        if (call.operation.name === operation.name) recordOpportunity();
        return next();
      },
      person: (call) => {
        if (call.operation.name !== operation.name) return undefined;
        const newest = call.world.people.all().at(-1);
        const person = personOf(call) ?? newest;
        recordProbe();
        if (person) recordEffect();
        return person;
      },
    }),
  );
}

/** Any valid token gives access to what the call names, also if it belongs to somebody else. */
function ofOthersFault(operation: Operation): GeneratedFault {
  return createAccessFault(
    operation,
    'of-others',
    ({ recordEffect, recordProbe, recordOpportunity }) => ({
      wrapHandler: async (call, next) => {
        const isTarget = call.operation.name === operation.name;
        // A call about the caller's own data counts, too: a check could make it about another applicant's.
        if (isTarget && valuesOf(call).some((value) => findOwner(call.world, value)))
          recordOpportunity();
        const foreignObject = isTarget ? findForeignObject(call) : undefined;
        if (!foreignObject || !call.person) return await next();
        recordProbe();
        const { owner, file } = foreignObject;
        const ownerId = file?.ownerId;
        if (file) await giveFile(call.world, file, call.person.id);
        else call.person = owner;
        const result = await next();
        if (file && ownerId !== undefined) await giveFile(call.world, file, ownerId);
        if (result.status < 300) recordEffect();
        return result;
      },
    }),
  );
}

function otherRoleFault(operation: Operation): GeneratedFault {
  const fault = createAccessFault(operation, 'other-role', ({ recordEffect }) => ({
    ignoresRole: (call) => {
      if (call.operation.name !== operation.name) return false;
      recordEffect();
      return true;
    },
  }));
  return { ...fault, unobservableBecause: 'no operation gives anybody another role' };
}

type World = Call['world'];
type Person = NonNullable<Call['person']>;
type Upload = NonNullable<ReturnType<World['uploads']['findFirst']>>;

async function giveFile(world: World, { name }: Upload, ownerId: number): Promise<void> {
  await world.uploads.update((q) => q.where({ name }), {
    data(file) {
      file.ownerId = ownerId;
    },
  });
}

/** @returns the person of the token or else the owner of what the call names */
export function personOf(
  call: Pick<Call, 'world' | 'person' | 'params' | 'body'>,
): Person | undefined {
  if (call.person) return call.person;
  for (const value of valuesOf(call)) {
    const owner = findOwner(call.world, value);
    if (owner) return owner;
  }
  return undefined;
}

/** @returns the first owner, other than the caller, of a value in the call, with the upload if it names one */
function findForeignObject(call: Call): { owner: Person; file?: Upload } | undefined {
  for (const value of valuesOf(call)) {
    const owner = findOwner(call.world, value);
    const file = findFile(call.world, value);
    if (owner && owner.id !== call.person?.id) return { owner, ...(file ? { file } : {}) };
  }
  return undefined;
}

function findFile(world: World, name: unknown): Upload | undefined {
  return world.uploads.findFirst((q) => q.where({ name: String(name) }));
}

function valuesOf({ params, body }: Pick<Call, 'params' | 'body'>): unknown[] {
  const bodyValues = typeof body === 'object' && body !== null ? Object.values(body) : [];
  return [...Object.values(params), ...bodyValues].filter((value) => value !== '' && value != null);
}

function findOwner(world: World, value: unknown): Person | undefined {
  if (typeof value !== 'string' && typeof value !== 'number') return undefined;
  const id =
    world.exams.findFirst((q) => q.where({ id: Number(value) }))?.personId ??
    world.payments.findFirst((q) => q.where({ code: String(value) }))?.personId ??
    findFile(world, value)?.ownerId ??
    world.findOneTimeToken(String(value))?.personId ??
    Number(value);
  return world.findPerson(String(value)) ?? world.findPersonById(id);
}
