/** References within one document. */
import { isNote, isObject, type Json, keysOf, own } from './json.ts';

/**
 * Follows a value that may be `{"$ref": "#/…"}`, and what that leads to.
 * @returns the first value that is no reference; `undefined` when it leads nowhere, in a circle or out of the
 * document
 */
export type Resolve = (value: unknown) => unknown;

export function createResolve(document: Json): Resolve {
  return (value) => {
    let at = value;
    for (const seen = new Set<unknown>(); isObject(at) && typeof at.$ref === 'string'; ) {
      if (seen.has(at)) return undefined;
      seen.add(at);
      at = find(document, at.$ref);
    }
    return at;
  };
}

function find(document: Json, reference: string): unknown {
  const [outside, pointer = ''] = reference.split('#', 2);
  if (outside !== '') return undefined;
  let at: unknown = document;
  for (const part of decode(pointer).split('/').slice(1)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~');
    if (typeof at !== 'object' || at === null) return undefined;
    at = own(at as Json, name);
  }
  return at;
}

function decode(pointer: string): string {
  try {
    return decodeURIComponent(pointer);
  } catch {
    return pointer;
  }
}

interface Documents {
  old: Resolve;
  new: Resolve;
}

/**
 * Compares two values word for word, through their references; lists in their order.
 * @param notes whether descriptions and the like count, too
 */
export function same(a: unknown, b: unknown, documents: Documents, notes = false): boolean {
  const done = new Map<unknown, Set<unknown>>();
  const equal = (first: unknown, second: unknown, byName: boolean): boolean => {
    if (first === undefined || second === undefined) return first === second;
    const [x, y] = [documents.old(first), documents.new(second)];
    // Outside of the documents only the address can be compared.
    if (x === undefined || y === undefined)
      return x === y && addressOf(first) === addressOf(second);
    if (!equalFields(besides(first), besides(second), byName)) return false;
    if (typeof x !== 'object' || x === null) return x === y;
    if (done.get(x)?.has(y)) return true;
    done.set(x, (done.get(x) ?? new Set()).add(y));
    if (Array.isArray(x)) {
      return (
        Array.isArray(y) && x.length === y.length && x.every((one, at) => equal(one, y[at], false))
      );
    }
    return isObject(x) && isObject(y) && equalFields(x, y, byName);
  };
  const equalFields = (x: Json, y: Json, byName: boolean): boolean => {
    // A field may be called "description".
    const keys = keysOf(x, y).filter((key) => notes || byName || !isNote(key));
    return keys.every((key) => equal(own(x, key), own(y, key), !byName && holdsNames(key)));
  };
  return equal(a, b, false);
}

/** @returns what stands beside a reference, and counts as well */
function besides(value: unknown): Json {
  if (!isObject(value) || typeof value.$ref !== 'string') return {};
  const { $ref: _address, ...rest } = value;
  return rest;
}

const holdsNames = (key: string) => /^(properties|patternProperties|dependent\w+)$/.test(key);

function addressOf(value: unknown): unknown {
  return isObject(value) ? value.$ref : value;
}
