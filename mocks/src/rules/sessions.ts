import { limits } from '@one-planet/contract';
import type { Person } from '../data/entities.ts';
import type { World } from '../data/world.ts';

/** Opens a session; the person's other sessions go on. @returns its bearer token */
export async function openSession(world: World, person: Person): Promise<string> {
  const token = world.random.tokens.token();
  const expiresAt = world.now + limits.session.lifetimeMs;
  await world.sessions.create({ token, personId: person.id, expiresAt });
  return token;
}

/** @returns whose valid token an Authorization header carries */
export function findSession(world: World, authorization: string | null): Person | undefined {
  const token = authorization?.match(/^bearer +(\S+) *$/i)?.[1];
  const session = token === undefined ? undefined : world.sessions.find('token', token);
  if (!session || session.expiresAt <= world.now) return undefined;
  return world.people.find('id', session.personId);
}
