import { keepDraft, readDraft } from '../../site/drafts.ts';
import type { Waiting } from '../waiting.ts';
import { remove } from './store.ts';

/** Takes back what waits: its form shows again what was typed. */
export async function takeBack(item: Waiting): Promise<void> {
  // In another tab than it was given in, nothing is typed yet.
  if (Object.keys(readDraft(item.draft)).length === 0) keepDraft(item.draft, item.typed);
  await remove(item);
}
