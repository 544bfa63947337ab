/** What changed between two schemas. */
import { type Alternative, alternativesOf, type Kind } from './alternatives.ts';
import type { Difference } from './change.ts';
import { listOf, shown } from './json.ts';
import { compareFields, compareKeywords } from './keywords.ts';
import type { Resolve } from './references.ts';
import { same } from './references.ts';

/** Compares two schemas at a path; without changes the list is empty. */
export type CompareSchemas = (old: unknown, fresh: unknown, path: string) => Difference[];

/** @returns a comparison for the schemas of these two documents, which remembers what it found */
export function createCompareSchemas(documents: { old: Resolve; new: Resolve }): CompareSchemas {
  const found = new Map<unknown, Map<unknown, Difference[]>>();

  const compare: CompareSchemas = (old, fresh, path) => {
    const [a, b] = [documents.old(old), documents.new(fresh)];
    const known = found.get(a)?.get(b);
    if (known) return at(path, known);
    // What comes back to itself has been compared where it began.
    const remember = (differences: Difference[]) =>
      found.set(a, (found.get(a) ?? new Map()).set(b, differences));
    remember([]);
    const differences = atMost(
      50,
      compareAll(alternativesOf(old, documents.old), alternativesOf(fresh, documents.new)),
    );
    // Objects only: a reference that leads nowhere is `undefined`, whichever it is.
    if (typeof a === 'object' && typeof b === 'object') remember(differences);
    else found.get(a)?.delete(b);
    return at(path, differences);
  };

  const compareAll = (old: readonly Alternative[], fresh: readonly Alternative[]): Difference[] => {
    const [a, b] = [kindsOf(old), kindsOf(fresh)];
    if (a.includes('any') !== b.includes('any')) {
      return [{ path: '', what: types(a, b), effect: a.includes('any') ? 'narrowed' : 'widened' }];
    }
    if (a.includes('any')) return compareKind(old, fresh, 'any');
    const [isMore, isLess] = [b.some((k) => !a.includes(k)), a.some((k) => !b.includes(k))];
    const effect = isMore && isLess ? 'changed' : isMore ? 'widened' : 'narrowed';
    return [
      ...(isMore || isLess ? [{ path: '', what: types(a, b), effect } as const] : []),
      ...a.filter((kind) => b.includes(kind)).flatMap((kind) => compareKind(old, fresh, kind)),
    ];
  };

  const compareKind = (
    old: readonly Alternative[],
    fresh: readonly Alternative[],
    kind: Kind,
  ): Difference[] => {
    const ofKind = (all: readonly Alternative[]) => all.filter((one) => one.kind === kind);
    const { gone, come } = matchUp(
      ofKind(old),
      ofKind(fresh),
      (a, b) => compareOne(a, b).length === 0,
    );
    const [a, b] = [gone[0], come[0]];
    if (a && b && gone.length === 1 && come.length === 1) return compareOne(a, b);
    if (a && b) return [{ path: '', what: `its forms as ${kind} changed`, effect: 'unjudged' }];
    return [
      ...gone.map(
        (one): Difference => ({ path: '', what: `no longer ${told(one)}`, effect: 'narrowed' }),
      ),
      ...come.map(
        (one): Difference => ({ path: '', what: `now also ${told(one)}`, effect: 'widened' }),
      ),
    ];
  };

  const compareOne = (old: Alternative, fresh: Alternative): Difference[] => [
    ...compareFields(old.keywords, fresh.keywords, compare),
    ...compareKeywords(old.keywords, fresh.keywords, (a, b) => same(a, b, documents)),
    ...compareConditions(listOf(old.keywords.allOf), listOf(fresh.keywords.allOf)),
  ];

  /** What has to hold beside the rest: more of it allows less. */
  const compareConditions = (old: readonly unknown[], fresh: readonly unknown[]): Difference[] => {
    const { gone, come } = matchUp(old, fresh, (a, b) => compare(a, b, '').length === 0);
    if (gone.length === 1 && come.length === 1) return compare(gone[0], come[0], '');
    if (gone.length > 0 && come.length > 0) {
      return [{ path: '', what: 'its conditions (allOf) changed', effect: 'unjudged' }];
    }
    return [
      ...gone.map(
        (one): Difference => ({
          path: '',
          what: `without the condition ${shown(one)}`,
          effect: 'widened',
        }),
      ),
      ...come.map(
        (one): Difference => ({
          path: '',
          what: `new condition ${shown(one)}`,
          effect: 'narrowed',
        }),
      ),
    ];
  };

  // Most stay as they are, word for word: that is seen at once.
  return (old, fresh, path) => (same(old, fresh, documents) ? [] : compare(old, fresh, path));
}

/** A schema used again and again within others would list its changes endlessly. */
function atMost(count: number, differences: readonly Difference[]): Difference[] {
  const more = differences.slice(count);
  if (more.length === 0) return [...differences];
  const effect = more.every((one) => one.effect === 'harmless') ? 'harmless' : 'unjudged';
  return [
    ...differences.slice(0, count),
    { path: '', what: `and ${more.length} more changes`, effect },
  ];
}

function at(path: string, differences: readonly Difference[]): Difference[] {
  return differences.map((one) => {
    const joined = path && one.path && !one.path.startsWith('[') ? `${path}.${one.path}` : null;
    return { ...one, path: joined ?? path + one.path };
  });
}

function kindsOf(alternatives: readonly Alternative[]): Kind[] {
  return [...new Set(alternatives.map(({ kind }) => kind))].sort();
}

function types(old: readonly Kind[], fresh: readonly Kind[]): string {
  const told = (kinds: readonly Kind[]) => kinds.join(' or ') || 'nothing';
  return `type ${told(old)} → ${told(fresh)}`;
}

function told({ kind, keywords }: Alternative): string {
  return Object.keys(keywords).length === 0 ? kind : `${kind} ${shown(keywords)}`;
}

/**
 * Pairs the members of two lists that are alike.
 * @returns what has no match: gone from the first, come in the second
 */
function matchUp<T>(
  old: readonly T[],
  fresh: readonly T[],
  alike: (a: T, b: T) => boolean,
): { gone: T[]; come: T[] } {
  const come = [...fresh];
  const gone = old.filter((one) => {
    const at = come.findIndex((other) => alike(one, other));
    if (at >= 0) come.splice(at, 1);
    return at < 0;
  });
  return { gone, come };
}
