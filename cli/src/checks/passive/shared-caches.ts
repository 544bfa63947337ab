/** Answers about people, which no proxy and no other browser may keep (RFC 9111; OWASP API8). */
import { findOperation, type OperationName } from '@one-planet/contract';
import type { Inspector } from './observations.ts';

/** What everybody gets alike. */
const forEverybody: readonly OperationName[] = [
  'programs.list',
  'programs.courses',
  'contents.list',
  'bankAccounts.list',
  'batchPrograms.applicable',
];

/** Answers that a shared cache may keep, because their headers say so. */
export const sharedCacheInspector: Inspector = {
  id: 'not-shared',
  inspect: ({ operation, status, headers, by }) => {
    if (!operation || status >= 300 || !isPersonal(operation)) return undefined;
    const told = headers.get('cache-control') ?? '';
    const says = new Set(told.toLowerCase().split(/\s*[,=]\s*/));
    if (says.has('no-store') || says.has('private')) return undefined;
    const isShared = says.has('public') || says.has('s-maxage');
    // Without a token in the request a cache may keep whatever does not forbid it.
    const isAnonymous = by === undefined && !says.has('no-cache') && says.has('max-age');
    return isShared || isAnonymous ? `cache-control: ${told}` : undefined;
  },
};

export function isPersonal(name: OperationName): boolean {
  return findOperation(name)?.route.method === 'GET' && !forEverybody.includes(name);
}
