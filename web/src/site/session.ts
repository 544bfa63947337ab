/**
 * Who is logged in in this tab, kept in the browser's session storage: the user under one key, the token under
 * another (website specification, section 3). The session ends by the clock, also on a device that slept.
 */
import { sessionLimits } from '@one-planet/contract/site-limits';
import { atom } from 'jotai/vanilla';
import { dropFromTab, keepInTab, readFromTab } from './tab-storage.ts';
import { useAtomValue } from './use-atom.ts';

export interface Session {
  id: string | number | null;
  email: string;
  firstName: string;
  middleName: string;
  /** Milliseconds since 1970. */
  endsAt: number;
}

const userKey = 'user-data';
const tokenKey = 'token';

export const sessionAtom = atom<Session | null>(null);

/** The session on screen. `null` while the prerendered page, which knows nobody, is being taken over. */
export function useSession(): Session | null {
  return useAtomValue(sessionAtom, null);
}

/** The bearer token; `undefined` once the session's time is over. */
export function token(): string | undefined {
  return readSession() ? (readFromTab(tokenKey) ?? undefined) : undefined;
}

/** @returns the stored session; `null` when there is none, or its time is over, or it can't be read */
export function readSession(now = Date.now()): Session | null {
  try {
    const session = JSON.parse(readFromTab(userKey) ?? 'null') as Session | null;
    return session && session.endsAt > now ? session : null;
  } catch {
    return null;
  }
}

/** Keeps a fresh login; its 50 minutes begin now. @returns the session */
export function storeSession(user: Omit<Session, 'endsAt'>, bearer: string): Session {
  const session = { ...user, endsAt: Date.now() + sessionLimits.lifetimeMs };
  keepInTab(userKey, JSON.stringify(session));
  keepInTab(tokenKey, bearer);
  return session;
}

/** Takes the stored session away. */
export function forgetSession(): void {
  dropFromTab(userKey);
  dropFromTab(tokenKey);
}
