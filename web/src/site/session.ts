/**
 * Who is logged in in this tab, in session storage: the user under one key, the token under another (website
 * specification, section 3). The session ends on time, even on a device that slept, and with a logout in any other tab
 * of the browser: no token leaves its tab for that (decisions, section 3).
 */

import { sessionLimits } from '@one-planet/contract/site-limits';
import { loginPath } from '../addresses.ts';
import { plainPath } from '../language/addresses.ts';
import { texts } from '../words/frame.ts';
import { keepOnDevice, readFromDevice } from './device-storage.ts';
import { useHydrated } from './hydrated.ts';
import { ownerOf } from './owner.ts';
import { ofApplicant } from './queries.ts';
import { type Site, useSite } from './site.ts';
import { type Session, tokenKey, userKey } from './stored-session.ts';
import { dropFromTab, keepInTab, readFromTab } from './tab-storage.ts';
import { fieldsOf, numberOf, textOf } from './unchecked.ts';
import { useValue } from './value.ts';

/** The session; `null` during hydration, because the prerendered page has none. */
export function useSession(): Session | null {
  const session = useValue(useSite().session);
  return useHydrated() ? session : null;
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
  keepInTab(userKey, JSON.stringify(session));
  keepInTab(tokenKey, bearer);
  return session;
}

/** The key of the browser's last logout. */
const logOutKey = 'logged-out';

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

/** Deletes the stored session. */
export function forgetSession(): void {
  dropFromTab(userKey);
  dropFromTab(tokenKey);
}

/**
 * Ends the session; form input stays (decisions, section 3).
 * @param told shows a notice, with the way back to this page
 */
export function endSession({ session, notice, queries }: Site, { told = false } = {}): void {
  forgetSession();
  session.set(null);
  queries.removeQueries({ queryKey: [ofApplicant] });
  if (!told) return;
  const logIn = loginPath(plainPath(location.pathname) + location.search);
  notice.set({ text: texts.sessionEnded, logIn });
}
