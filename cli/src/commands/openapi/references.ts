/** References within one document. */
import { isObject, type Json, own } from './json.ts';

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
