import { dropAllDrafts } from './drafts.ts';
import { forgetSession, sessionAtom } from './session.ts';
import type { Site } from './site.ts';

/** At the session's end: forgets who was logged in; what was typed stays (decisions, section 3). */
export function expire({ store, queries }: Site): void {
  forgetSession();
  store.set(sessionAtom, null);
  queries.removeQueries({ queryKey: ['applicant'] });
}

/** At logout: forgets what was typed as well. */
export function logOut(site: Site): void {
  dropAllDrafts();
  expire(site);
}
