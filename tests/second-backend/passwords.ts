/** Passwords are kept as salted scrypt hashes. */
import { randomBytes, randomInt, scryptSync, timingSafeEqual } from 'node:crypto';

/** Low: this backend guards nothing, and tests wait for it. */
const cost = { N: 1024 };

// Synchronous on purpose: a check and the change that follows it are one step, whatever else arrives.
export function hashPassword(password: string): string {
  const salt = randomBytes(16);
  return `${salt.toString('hex')}:${scryptSync(password, salt, 32, cost).toString('hex')}`;
}

/** Someone unknown costs as much time as someone known. */
const nobody = hashPassword(randomBytes(16).toString('hex'));

export function isPassword(password: string, hash: string | undefined): boolean {
  const [salt = '', key = ''] = (hash ?? nobody).split(':');
  const expected = Buffer.from(key, 'hex');
  const given = scryptSync(password, Buffer.from(salt, 'hex'), 32, cost);
  return timingSafeEqual(given, expected) && hash !== undefined;
}

/** One that keeps the rules, without letters and digits that look alike. */
export function makeTemporaryPassword(): string {
  const letters = 'abcdefghjkmnpqrstuvwxyz';
  const pick = (from: string) => from.charAt(randomInt(from.length));
  const many = (from: string, count: number) => Array.from({ length: count }, () => pick(from));
  return [...many(letters.toUpperCase(), 4), ...many(letters, 6), ...many('23456789', 4)].join('');
}
