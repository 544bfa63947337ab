import type { StoredSession } from '../site/applicants.ts';

/** Stores a session once, so that a logout lasts. Runs in the page. */
export function plant(session: StoredSession): void {
  if (!location.protocol.startsWith('http') || sessionStorage.getItem('planted')) return;
  for (const [key, value] of Object.entries({ ...session, planted: 'yes' })) {
    sessionStorage.setItem(key, value);
  }
}
