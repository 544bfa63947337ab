import { dropAllDrafts } from '../site/drafts.ts';
import { dropExams } from '../site/exam-storage.ts';
import { ownerOf } from '../site/owner.ts';
import { endSession } from '../site/session.ts';
import type { Site } from '../site/site.ts';
import { vault } from './vault.ts';
import { forgetWaiting, markWaiting } from './waiting.ts';

/** Loads what logging out needs, while there is a connection. */
export const prepareLogOut = () => vault.load().catch(() => {});

/** Ends the session and forgets what was typed, what waits to be sent, and a test that is not submitted. */
export function logOut(site: Site): void {
  const email = site.session.get()?.email ?? '';
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
