/** How long her last test in this tab was: the server tells it only when a test starts. Dropped at logout. */
import { examKey } from '../../site/exam-storage.ts';
import { keepInTab, readFromTab } from '../../site/tab-storage.ts';

type Size = [questions: number, minutes: number];

export function keepSize(owner: string, size: Size): void {
  keepInTab(examKey(owner), JSON.stringify(size));
}

export function readSize(owner: string): Size | undefined {
  try {
    const size: unknown = JSON.parse(readFromTab(examKey(owner)) ?? 'null');
    return isSize(size) ? size : undefined;
  } catch {
    return undefined;
  }
}

function isSize(kept: unknown): kept is Size {
  return Array.isArray(kept) && kept.length === 2 && kept.every(Number.isFinite);
}
