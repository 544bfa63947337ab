import type { Credential } from '../data/entities.ts';

/** Few enough that a whole journey takes milliseconds; a real backend needs many more. */
const iterations = 1_000;

/** Hashes a password with PBKDF2. @param salt hexadecimal; a new random one when left out */
export async function hashPassword(password: string, salt = newSalt()): Promise<Credential> {
  const encoder = new TextEncoder();
  const key = await crypto.subtle.importKey('raw', encoder.encode(password), 'PBKDF2', false, [
    'deriveBits',
  ]);
  const bits = await crypto.subtle.deriveBits(
    { name: 'PBKDF2', hash: 'SHA-256', salt: encoder.encode(salt), iterations },
    key,
    256,
  );
  return { hash: toHex(new Uint8Array(bits)), salt };
}

/** @returns whether the password is the hashed one; the time taken does not depend on where they differ */
export async function verifyPassword(
  password: string,
  credential: Credential | null,
): Promise<boolean> {
  if (!credential) return false;
  const { hash } = await hashPassword(password, credential.salt);
  let difference = hash.length ^ credential.hash.length;
  for (let at = 0; at < hash.length; at += 1) {
    difference |= hash.charCodeAt(at) ^ credential.hash.charCodeAt(at);
  }
  return difference === 0;
}

function newSalt(): string {
  return toHex(crypto.getRandomValues(new Uint8Array(16)));
}

function toHex(bytes: Uint8Array): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
