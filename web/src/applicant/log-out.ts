import { dropAllDrafts } from '../site/drafts.ts';
import { expire } from '../site/session.ts';
import type { Site } from '../site/site.ts';

/** Ends the session and forgets what was typed. */
export function logOut(site: Site): void {
  dropAllDrafts();
  expire(site);
}
