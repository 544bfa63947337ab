/**
 * Whose something is that is kept on this device. Local storage and the history have no address of a person, so an
 * applicant is named there by the SHA-256 of hers, which no other address shares. It is calculated here, because a browser
 * does that only asynchronously, and not at all on plain http.
 */
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';
import { dropFromDevice, keepOnDevice, readFromDevice } from './storages.ts';

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
  return owner === ownerHashOf(email) || owner === olderOwnerHashOf(email);
}

// Until 27 November 2026 builds named an applicant by a hash of 32 bits. What they kept is found and goes on under that
// name until it is dropped, also in tabs that still run such a build; everything new has the name above.

function olderOwnerHashOf(email: string): string {
  let hash = 0x811c9dc5;
  for (const character of email.toLowerCase()) {
    hash = Math.imul(hash ^ (character.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}

/** @returns the key in local storage of what the device keeps of an applicant, or will keep if it has nothing */
export function findOwnerKey(keyPrefix: string, email: string): string {
  const key = keyPrefix + ownerHashOf(email);
  const olderKey = keyPrefix + olderOwnerHashOf(email);
  return readFromDevice(key) === null && readFromDevice(olderKey) !== null ? olderKey : key;
}

/** Keeps a value of an applicant in local storage. */
export function keepOfOwner(keyPrefix: string, email: string, value: string): void {
  keepOnDevice(keyPrefix + ownerHashOf(email), value);
  dropFromDevice(keyPrefix + olderOwnerHashOf(email));
}

/** Drops what local storage keeps of an applicant under a prefix. */
export function dropOfOwner(keyPrefix: string, email: string): void {
  dropFromDevice(keyPrefix + ownerHashOf(email));
  dropFromDevice(keyPrefix + olderOwnerHashOf(email));
}
