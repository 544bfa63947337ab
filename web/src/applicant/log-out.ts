import { dropAllDrafts } from '../site/drafts.ts';
import { endSession } from '../site/session.ts';
import type { Site } from '../site/site.ts';

/** Ends the session and forgets what was typed. */
export function logOut(site: Site): void {
  dropAllDrafts();
  endSession(site);
}
