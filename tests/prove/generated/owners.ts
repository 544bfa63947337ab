/** Who somebody or something in a call is, found by its value alone. */
import type { Call } from '@one-planet/mocks';

type World = Call['world'];
export type Person = NonNullable<Call['person']>;
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

/** True when a value of the call is somebody's, the caller's included. */
export function namesSomebody(call: Call): boolean {
  return valuesOf(call).some((value) => ownerOf(call.world, value) !== undefined);
}

/** What somebody else owns among the values of a call. */
export function foreignIn(call: Call): { owner: Person; file?: Upload } | undefined {
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
