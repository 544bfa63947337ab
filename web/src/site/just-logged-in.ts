import { dropFromTab, keepInTab, readFromTab } from '../site/tab-storage.ts';

const key = 'just-logged-in';

/** From a login until it is known where the applicant stands, also over a reload. */
export function hasJustLoggedIn(): boolean {
  return readFromTab(key) !== null;
}

export function justLoggedIn(): void {
  keepInTab(key, 'yes');
}

export function settleIn(): void {
  dropFromTab(key);
}
