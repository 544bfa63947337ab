/** Bearer tokens: signed with HMAC-SHA256, in the shape of a JWT. */
import { createHmac, timingSafeEqual } from 'node:crypto';
import { findPerson, type Person, type World } from './world.ts';

/** Longer than the site's session. */
export const tokenSeconds = 60 * 60;

const encode = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

export function issueToken(world: World, { id, email }: Person): string {
  const now = Math.floor(Date.now() / 1000);
  const claims = { sub: id, email, iat: now, exp: now + tokenSeconds };
  const content = `${encode({ alg: 'HS256', typ: 'JWT' })}.${encode(claims)}`;
  return `${content}.${sign(world, content)}`;
}

/** @returns whose token the header carries; `undefined` without one that we issued and that still holds */
export function bearerOf(world: World, authorization: string | undefined): Person | undefined {
  const [, content, claims, signature] =
    /^Bearer +([\w-]+\.([\w-]+))\.([\w-]+)$/i.exec(authorization ?? '') ?? [];
  if (!content || !claims || !signature) return undefined;
  // As text: base64url spells the same bytes in several ways, and only one of them is ours.
  const expected = Buffer.from(sign(world, content));
  const given = Buffer.from(signature);
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined;
  const { email, exp } = JSON.parse(Buffer.from(claims, 'base64url').toString());
  return exp * 1000 > Date.now() ? findPerson(world, email) : undefined;
}

function sign({ secret }: World, content: string): string {
  return createHmac('sha256', secret).update(content).digest('base64url');
}
