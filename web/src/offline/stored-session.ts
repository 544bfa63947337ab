/**
 * Who is logged in in this tab, in session storage: the user under one key, the token under another (website
 * specification, section 3). The session ends on time, even on a device that slept, and with a logout in any other tab
 * of the browser: no token leaves its tab for that (decisions, section 3).
 */

import { sessionLimits } from '@one-planet/contract/site-limits';
import { userKey } from '../app/alive.ts';
import { fieldsOf, numberOf, textOf } from '../app/unchecked.ts';
import { dropFromTab, keepInTab, keepOnDevice, readFromDevice, readFromTab } from './storages.ts';

/** The key of the bearer token. */
const tokenKey = 'token';

export interface Session {
  id: string | number | null;
  email: string;
  firstName: string;
  middleName: string;
  /** Milliseconds since 1970. */
  endsAt: number;
}

/** The bearer token; `undefined` once the session's time is over. */
export function token(): string | undefined {
  return readSession() ? (readFromTab(tokenKey) ?? undefined) : undefined;
}

/** @returns the stored session; `null` if there is none, it is over, she has logged out, or it can't be read */
export function readSession(now = Date.now()): Session | null {
  try {
    const session: Session | null = JSON.parse(readFromTab(userKey) ?? 'null');
    return session && session.endsAt > now && logOutAfter(session) === undefined ? session : null;
  } catch {
    return null;
  }
}

/** Stores a new session; its 50 minutes begin now. */
export function storeSession(user: Omit<Session, 'endsAt'>, bearer: string): Session {
  const session = { ...user, endsAt: Date.now() + sessionLimits.lifetimeMs };
  writeSession(session);
  keepInTab(tokenKey, bearer);
  return session;
}

/** The key of the browser's last logout. */
export const logOutKey = 'logged-out';

/** Ends the sessions of all other tabs, also of those that sleep. */
export function announceLogOut({ email }: Session): void {
  keepOnDevice(logOutKey, JSON.stringify({ owner: ownerOf(email), at: Date.now() }));
}

/** @returns whose logout, in any tab, has ended a session; see `ownerOf` */
export function logOutAfter({ endsAt }: Session): string | undefined {
  const { owner, at } = fieldsOf(parsed(readFromDevice(logOutKey)));
  const isAfter = (numberOf(at) ?? 0) > endsAt - sessionLimits.lifetimeMs;
  return isAfter ? textOf(owner) : undefined;
}

function parsed(json: string | null): unknown {
  try {
    return JSON.parse(json ?? 'null');
  } catch {
    return undefined;
  }
}

export function writeSession(session: Session): void {
  keepInTab(userKey, JSON.stringify(session));
}

/** Deletes the stored session. */
export function forgetSession(): void {
  dropFromTab(userKey);
  dropFromTab(tokenKey);
}

/** Keeps applicants on one device apart without storing who they are. */
export function ownerOf(email: string): string {
  let hash = 0x811c9dc5;
  for (const sign of email.toLowerCase()) {
    hash = Math.imul(hash ^ (sign.codePointAt(0) ?? 0), 0x01000193);
  }
  return (hash >>> 0).toString(36);
}
