/**
 * The session of this tab, in session storage: the user under one key, the token under another
 * (specification/website §3). It ends on time, even on a device that slept, and with a logout in any other tab of the
 * browser; tabs do not exchange tokens for that (specification/decisions §3).
 */

import { limits } from '@one-planet/contract/limits';
import type { Clock } from './clock.ts';
import { userKey } from './page-handover.ts';
import { dropFromTab, keepInTab, keepOnDevice, readFromDevice, readFromTab } from './storages.ts';
import { fieldsOf, textOf } from './unchecked.ts';

/** Warnings come this long before a session's end, in milliseconds (specification/decisions §3). */
export const warningsBeforeEndMs = [5 * 60_000, 60_000] as const;

/** The key of the bearer token. */
const tokenKey = 'token';

export interface Session {
  id: string | number | null;
  email: string;
  firstName: string;
  middleName: string;
  /** By the site's clock (site/clock.ts), in milliseconds since 1970. */
  endsAt: number;
  /** The id of the browser's last logout before this login: a different id ends the session. */
  lastLogOut: string;
}

/** The bearer token; `undefined` once the session's time is over. */
export function readToken(clock: Clock): string | undefined {
  return readSession(clock) ? (readFromTab(tokenKey) ?? undefined) : undefined;
}

/** @returns the stored session; `null` if there is none, it has ended, or it can't be read */
export function readSession({ isPast }: Clock): Session | null {
  try {
    const session: Session | null = JSON.parse(readFromTab(userKey) ?? 'null');
    const isSessionValid = session && session.endsAt > 0 && !isPast(session.endsAt);
    return isSessionValid && findOwnerOfLaterLogOut(session) === undefined ? session : null;
  } catch {
    return null;
  }
}

/** Stores a new session; its 50 minutes begin now. */
export function storeSession(
  { now }: Clock,
  user: Omit<Session, 'endsAt' | 'lastLogOut'>,
  bearerToken: string,
): Session {
  const endsAt = now() + limits.session.lifetimeMs;
  const session = { ...user, endsAt, lastLogOut: readLogOut().id };
  writeSession(session);
  keepInTab(tokenKey, bearerToken);
  return session;
}

/** The key in local storage of the browser's last logout. */
export const logOutKey = 'logged-out';

interface LogOut {
  /** Random, so that each login remembers a different one. Times can't be compared, because a device's clock may be set. */
  id: string;
  /** Who logged out, see `ownerHashOf`. */
  owner: string;
}

/** Ends the sessions of all other tabs, also of suspended ones. @param owner who logs out, see `ownerHashOf` */
export function announceLogOut(owner: string): void {
  const logOutId = crypto.getRandomValues(new Uint32Array(3)).join('-');
  const logOut: LogOut = { id: logOutId, owner };
  keepOnDevice(logOutKey, JSON.stringify(logOut));
}

/** @returns the owner (see `ownerHashOf`) whose logout in any tab has ended the session; `undefined` if none has */
export function findOwnerOfLaterLogOut({ lastLogOut }: Session): string | undefined {
  const { id, owner } = readLogOut();
  return id === '' || id === lastLogOut ? undefined : owner;
}

/** @returns the browser's last logout; with empty texts if there was none */
function readLogOut(): LogOut {
  try {
    const { id, owner } = fieldsOf(JSON.parse(readFromDevice(logOutKey) ?? 'null'));
    return { id: textOf(id), owner: textOf(owner) };
  } catch {
    return { id: '', owner: '' };
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
