import { dropAllDrafts } from '../site/drafts.ts';
import { dropExams } from '../site/exam-storage.ts';
import { lazily } from '../site/lazily.ts';
import { ownerOf } from '../site/owner.ts';
import { endSession } from '../site/session.ts';
import type { Site } from '../site/site.ts';
import { forgetWaiting } from './waiting.ts';

const vault = lazily(async () => ({ default: await import('./vault/vault.ts') }));

/** Loads what logging out needs, while there is a connection. */
export const prepareLogOut = () => vault.load().catch(() => {});

/** Ends the session and forgets what was typed, what waits to be sent, and a test that is not submitted. */
export function logOut(site: Site): void {
  const email = site.session.get()?.email ?? '';
  dropAllDrafts();
  dropExams(email);
  forgetWaiting(ownerOf(email));
  // The keys go in any case, if need be with those of others who share the device.
  if (vault.now) void vault.now.dropVault(ownerOf(email));
  else window.indexedDB?.deleteDatabase('vault');
  endSession(site);
}
