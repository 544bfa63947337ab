import { dropFromTab, keepInTab, readFromTab } from '../site/tab-storage.ts';

const key = 'just-logged-in';

/** True from login until the applicant's status is known, also after a reload. */
export function hasJustLoggedIn(): boolean {
  return readFromTab(key) !== null;
}

export function markJustLoggedIn(): void {
  keepInTab(key, 'yes');
}

export function clearJustLoggedIn(): void {
  dropFromTab(key);
}
