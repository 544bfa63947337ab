import { dropAllDrafts } from '../site/drafts.ts';
import { dropExams } from '../site/exam-storage.ts';
import { endSession } from '../site/session.ts';
import type { Site } from '../site/site.ts';

/** Ends the session and forgets what was typed, and a test that is not submitted. */
export function logOut(site: Site): void {
  dropAllDrafts();
  dropExams(site.session.get()?.email ?? '');
  endSession(site);
}
