import { randomUUID } from 'node:crypto';
import { randomText } from './people/person.ts';

/** An id of the same kind as a known one, which nobody has. */
export function unknownIdLike(known: unknown): string | number {
  if (typeof known === 'number') return 987_654_321;
  const text = String(known ?? '');
  if (/^\d+$/.test(text)) return '987654321';
  if (/^[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}$/i.test(text)) return randomUUID();
  return randomText('abcdefghijkmnpqrstuvwxyz', Math.max(12, text.length));
}
