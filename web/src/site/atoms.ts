/** All that the site knows, in one list. Each site has a store of its own (app.tsx). */
import { atom, type createStore, useAtomValue } from 'jotai';
import { atomWithStorage, createJSONStorage, RESET } from 'jotai/utils';
import { useMemo } from 'react';
import { isOver } from '../texts/formats.ts';
import { isPast, now, watchClock } from './clock.ts';
import type { Content } from './content-schema.ts';
import type { Built } from './records.ts';
import {
  dropFromDevice,
  dropFromTab,
  keepInTab,
  keepOnDevice,
  readFromDevice,
  readFromTab,
  watchDevice,
} from './storages.ts';
import { forgetSession, readSession, type Session, writeSession } from './stored-session.ts';

export type Store = ReturnType<typeof createStore>;

/**
 * False while React hydrates the prerendered HTML, and true right after. Nothing that only the browser knows (a session,
 * a draft) may be shown before, or React would discard the prerendered page.
 */
export const hydratedAtom = atom(true);

/** The public data that the page was built with. */
export const builtAtom = atom<Built>({});

const sessionInTab = atomWithStorage<Session | null>('session', null, {
  getItem: () => readSession(),
  setItem: (_key, session) => session && writeSession(session),
  removeItem: forgetSession,
});

/** Who is logged in in this tab; `null` during hydration, because the prerendered page is a visitor's. */
export const sessionAtom = atom(
  (get) => (get(hydratedAtom) ? get(sessionInTab) : null),
  (_get, set, session: Session | null) => set(sessionInTab, session ?? RESET),
);

export interface Notice {
  text: string;
  /** The address of the login page, where logging in helps. */
  logIn?: string;
  /** What was typed and not sent, by the labels of its fields. */
  typed?: readonly (readonly [label: string, value: string])[];
}

/** What the applicant types is kept on this device, as she asked for. */
export const keepsTypingAtom = atom(false);

const noticeInMemory = atom<Notice | null>(null);

/**
 * A line above the page that outlives a change of route, e.g. that the session has ended. One that comes during
 * hydration (a mistake in `content.json`) is shown after it.
 */
export const noticeAtom = atom(
  (get) => (get(hydratedAtom) ? get(noticeInMemory) : null),
  (_get, set, notice: Notice | null) => set(noticeInMemory, notice),
);

/** The host's `content.json`, where it is newer than the build's. */
export const newContentAtom = atom<Content>();

/** The college's content; during hydration the build's. */
export const contentAtom = atom(
  (get): Content => (get(hydratedAtom) && get(newContentAtom)) || (get(builtAtom).content ?? {}),
);

/** Whether a day, e.g. `2027-02-01`, is over: today, and during hydration when the page was built. */
export const isOverAtom = atom((get) => {
  const { at } = get(builtAtom);
  const then = get(hydratedAtom) ? undefined : at;
  return (day: string) => isOver(day, then ?? now());
});

/** False if the browser knows that there is no connection. True says little: the server may still be out of reach. */
export const onlineAtom = atom(globalThis.navigator?.onLine ?? true);
onlineAtom.onMount = (set) => {
  const look = () => set(navigator.onLine);
  look();
  addEventListener('online', look);
  addEventListener('offline', look);
  return () => {
    removeEventListener('online', look);
    removeEventListener('offline', look);
  };
};

const inTab = createJSONStorage<boolean>(() => ({
  getItem: readFromTab,
  setItem: keepInTab,
  removeItem: dropFromTab,
}));

/** True from login until the applicant's status is known, also after a reload. */
export const justLoggedInAtom = atomWithStorage('just-logged-in', false, inTab, {
  getOnInit: true,
});

/** The line that says that the site is under development was dismissed in this tab. */
export const bannerDismissedAtom = atomWithStorage('banner-dismissed', false, inTab);

/** @returns what this device keeps under a key; follows what this tab and others change */
export function useOnDevice(key: string): string | null {
  // An atom for each use: one that nobody has read for a while would begin with what was kept then.
  const kept = useMemo(
    () => atomWithStorage<string | null>(key, null, onDevice, { getOnInit: true }),
    [key],
  );
  return useAtomValue(kept);
}

const onDevice = {
  getItem: (key: string) => readFromDevice(key),
  setItem: (key: string, value: string | null) =>
    value === null ? dropFromDevice(key) : keepOnDevice(key, value),
  removeItem: dropFromDevice,
  subscribe: (key: string, changed: (value: string | null) => void) =>
    watchDevice(() => changed(readFromDevice(key))),
};

/** @param deadline in milliseconds since 1970 @returns the whole seconds until then; 0 when it has passed */
export function useTimeLeft(deadline: number): number {
  const left = useMemo(() => {
    const seconds = () => Math.max(0, Math.ceil((deadline - now()) / 1000));
    const clock = atom(seconds());
    clock.onMount = (set) =>
      watchClock(() => {
        set(seconds());
        return seconds() > 0 ? (deadline - now()) % 1000 || 1000 : undefined;
      });
    return clock;
  }, [deadline]);
  return useAtomValue(left);
}

/**
 * Whether a moment is over by the host's clock: the host is asked, again and again, before this says so.
 * @param deadline in milliseconds since 1970
 */
export function useIsPast(deadline: number): boolean {
  const past = useMemo(() => {
    const isDeadlinePast = atom(isPast(deadline));
    isDeadlinePast.onMount = (set) =>
      watchClock(() => {
        set(isPast(deadline));
        const left = deadline - now();
        return left > 0 && left < Number.POSITIVE_INFINITY ? left : undefined;
      });
    return isDeadlinePast;
  }, [deadline]);
  return useAtomValue(past);
}
