/** The state of the site, all atoms in one file. Each site has a store of its own (app.tsx). */
import { atom, type createStore, useAtomValue } from 'jotai';
import { atomWithStorage, createJSONStorage } from 'jotai/utils';
import { useMemo } from 'react';
import { flushSync } from 'react-dom';
import type { Content } from './content-schema.ts';
import type { Message } from './messages.ts';
import type { Built } from './records.ts';
import {
  dropFromDevice,
  dropFromTab,
  examKeyPrefix,
  keepInTab,
  keepOnDevice,
  readFromDevice,
  readFromTab,
  watchDevice,
} from './storages.ts';
import { forgetSession, type Session, writeSession } from './stored-session.ts';

export type Store = ReturnType<typeof createStore>;

/**
 * False while React hydrates the prerendered HTML, true afterwards. What only the browser knows (a session, a draft)
 * may not be rendered before, or React would discard the prerendered page.
 */
export const isHydratedAtom = atom(true);

/** Whether the API does not answer although the device has a connection and the site's own host answers. */
export const isServiceDownAtom = atom(false);

/** The public data that the page was built with. */
export const builtDataAtom = atom<Built>({});

const storedSessionAtom = atom<Session | null>(null);

/** The session in this tab; `null` during hydration, because the prerendered page is for visitors. */
export const sessionAtom = atom(
  (get) => (get(isHydratedAtom) ? get(storedSessionAtom) : null),
  (_get, set, session: Session | null) => {
    if (session) writeSession(session);
    else forgetSession();
    set(storedSessionAtom, session);
  },
);

export interface Notice {
  text: string;
  /** The text asks to check the connection. */
  blamesConnection?: boolean;
  /** The address of the login page, where logging in helps. */
  logInPath?: string;
  /** What was typed but not sent, with the labels of the fields. */
  unsentFields?: readonly (readonly [label: string, value: string])[];
}

/** Whether the applicant has asked that what she types is kept on this device. */
export const isTypingKeptAtom = atom(false);

const memoryNoticeAtom = atom<Notice | null>(null);

/**
 * A line above the page that stays when the route changes, e.g. that the session has ended. One that is set during
 * hydration (about a mistake in `content.json`) is shown afterwards.
 */
export const noticeAtom = atom(
  (get) => (get(isHydratedAtom) ? get(memoryNoticeAtom) : null),
  (_get, set, notice: Notice | null) => set(memoryNoticeAtom, notice),
);

/** The host's `content.json`, if it differs from the one of the build. */
export const newContentAtom = atom<Content>();

/** The college's content; during hydration that of the build. */
export const contentAtom = atom(
  (get): Content =>
    (get(isHydratedAtom) && get(newContentAtom)) || (get(builtDataAtom).content ?? {}),
);

/** Whether the page is being printed: what is folded or shown in tabs is then shown in full. */
export const isPrintingAtom = atom(false);
isPrintingAtom.onMount = (set) => {
  // The browser prints the page as it is when the event ends.
  const update = ({ type }: Event) => flushSync(() => set(type === 'beforeprint'));
  addEventListener('beforeprint', update);
  addEventListener('afterprint', update);
  return () => {
    removeEventListener('beforeprint', update);
    removeEventListener('afterprint', update);
  };
};

/** False if the browser knows that there is no connection. If true, the server may still be out of reach. */
export const isOnlineAtom = atom(globalThis.navigator?.onLine ?? true);
isOnlineAtom.onMount = (set) => {
  const update = () => set(navigator.onLine);
  update();
  addEventListener('online', update);
  addEventListener('offline', update);
  return () => {
    removeEventListener('online', update);
    removeEventListener('offline', update);
  };
};

const tabTextStorage = { getItem: readFromTab, setItem: keepInTab, removeItem: dropFromTab };
const tabStorage = createJSONStorage<boolean>(() => tabTextStorage);

/** True from login until the applicant's status is known, also after a reload. */
export const isJustLoggedInAtom = atomWithStorage('just-logged-in', false, tabStorage, {
  getOnInit: true,
});

/** What the server said when it refused to start a test. */
export interface ExamRefusal {
  /** See `ownerHashOf`. */
  owner: string;
  /** The system notice; with an empty text if the server gave no reason that a person can read. */
  notice: Message;
}

/**
 * The last refusal to start a test, until the next login. The status of the applicant does not show that she has used
 * all attempts. Its key is dropped with a test at logout (offline/exam-storage.ts).
 */
export const examRefusalAtom = atomWithStorage<ExamRefusal | null>(
  `${examKeyPrefix}refused`,
  null,
  createJSONStorage<ExamRefusal | null>(() => tabTextStorage),
  { getOnInit: true },
);

/** Whether the line that says that the site is under development was dismissed in this tab. */
export const isBannerDismissedAtom = atomWithStorage('banner-dismissed', false, tabStorage);

/** @returns the value in local storage; updated when this tab or another changes it */
export function useStoredValue(key: string): string | null {
  // A new atom for each component: a shared one that was unmounted for a while would first return its old value.
  const storedValueAtom = useMemo(
    () => atomWithStorage<string | null>(key, null, atomStorageOnDevice, { getOnInit: true }),
    [key],
  );
  return useAtomValue(storedValueAtom);
}

const atomStorageOnDevice = {
  getItem: (key: string) => readFromDevice(key),
  setItem: (key: string, value: string | null) =>
    value === null ? dropFromDevice(key) : keepOnDevice(key, value),
  removeItem: dropFromDevice,
  subscribe: (key: string, onChange: (value: string | null) => void) =>
    watchDevice(() => onChange(readFromDevice(key))),
};
