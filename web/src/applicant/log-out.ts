import { dropAllDrafts } from '../site/drafts.ts';
import { dropExams } from '../site/exam-storage.ts';
import { ownerOf } from '../site/owner.ts';
import { announceLogOut, endSession, logOutAfter } from '../site/session.ts';
import type { Site } from '../site/site.ts';
import { texts } from '../words/frame.ts';
import { vault } from './vault.ts';
import { forgetWaiting, markWaiting } from './waiting.ts';

/** Loads what logging out needs, while there is a connection. */
export const prepareLogOut = () => vault.load().catch(() => {});

/**
 * Ends the session, in the browser's other tabs, too, and forgets what was typed, what waits to be sent, and a test that
 * is not submitted.
 */
export function logOut(site: Site): void {
  const session = site.session.get();
  const email = session?.email ?? '';
  const owner = ownerOf(email);
  dropAllDrafts();
  dropExams(email);
  forgetWaiting(owner);
  vault
    .load()
    .then(
      ({ dropVault }) => dropVault(owner),
      () => dropByItself(owner),
    )
    // Last: other tabs look again then.
    .then(() => markWaiting(owner, false));
  endSession(site);
  if (session) announceLogOut(session);
}

/**
 * Ends the session if somebody has logged out in another tab since it began, and forgets what this tab holds of hers:
 * what the device held, the other one has forgotten, and she may have logged in there again. Of anybody else nothing is
 * lost that was typed.
 * @returns whether it did
 */
export function followLogOut(site: Site): boolean {
  const session = site.session.get();
  const loggedOut = session ? logOutAfter(session) : undefined;
  if (!session || loggedOut === undefined) return false;
  const owner = ownerOf(session.email);
  if (loggedOut !== owner) {
    endSession(site, { told: true });
    return true;
  }
  dropAllDrafts();
  forgetWaiting(owner);
  endSession(site);
  site.notice.set({ text: texts.loggedOut });
  return true;
}

/** The vault's script can't be loaded: what is hers goes all the same, and nothing of others who share the device. */
function dropByItself(owner: string): void {
  const name = 'vault';
  const opening = window.indexedDB?.open(name);
  if (!opening) return;
  opening.onupgradeneeded = () => opening.result.createObjectStore(name);
  opening.onsuccess = () => {
    const store = opening.result.transaction(name, 'readwrite').objectStore(name);
    // A nought comes right after a slash.
    store.delete(IDBKeyRange.bound(`${owner}/`, `${owner}0`));
    opening.result.close();
  };
}
