import { keepDraft, keepStoredFile, readDraft } from '../../site/drafts.ts';
import type { Waiting } from '../waiting.ts';
import { aloneNow } from './alone.ts';
import { isListed, load, remove } from './store.ts';

/** Takes back what waits: its form shows again what was typed. @returns false while it is being sent */
export function takeBack(item: Waiting): Promise<boolean> {
  return aloneNow(item.owner, async () => {
    await load(item.owner);
    if (!isListed(item)) return;
    putBack(item);
    await remove(item);
    // What was pressed is gone; she goes on where the form begins.
    document.querySelector('h1')?.focus();
  });
}

/** Gives its form what was typed there, and the files that are stored. */
export function putBack({ draft, typed, stored }: Waiting): void {
  // In another tab than it was given in, nothing is typed yet.
  if (Object.keys(readDraft(draft)).length === 0) keepDraft(draft, typed);
  for (const [field, file] of Object.entries(stored)) keepStoredFile(draft, field, file);
}
