/**
 * Whose something is that is kept on this device. Local storage and the history have no address of a person, so an
 * applicant is named there by the SHA-256 of hers, which no other address shares. It is calculated here, because a browser
 * does that only asynchronously, and not at all on plain http.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

const hashesByEmail = new Map<string, string>();

/** @returns the SHA-256 of an email address in lower case, in hexadecimal */
export function ownerHashOf(email: string): string {
  const knownHash = hashesByEmail.get(email);
  if (knownHash !== undefined) return knownHash;
  const hash = bytesToHex(sha256(utf8ToBytes(email.toLowerCase())));
  hashesByEmail.set(email, hash);
  return hash;
}

/** @param owner the hash beside something that was kept @returns whether it belongs to the applicant with this address */
export function isOwnedBy(owner: unknown, email: string): boolean {
  return owner === ownerHashOf(email);
}
