/** Two schemas that hold at once, as one. */
import { isDeepStrictEqual } from 'node:util';
import { type Json, keysOf, listOf, objectOf, own, without } from './json.ts';

/** @returns one schema; what does not go together stays beside the rest under `allOf` */
export function merge(a: Json, b: Json): Json {
  const merged: Record<string, unknown> = {};
  const apart: Record<string, unknown> = {};
  const [first, second] = [without(a), without(b)];
  for (const key of keysOf(first, second)) {
    const [x, y] = [own(first, key), own(second, key)];
    const one = x === undefined ? y : y === undefined ? x : unite(key, x, y);
    if (one === undefined) apart[key] = y;
    merged[key] = one ?? x;
  }
  if (Object.keys(apart).length > 0) merged.allOf = [...listOf(merged.allOf), apart];
  return merged;
}

const lowerBound = /^(min[A-Z]\w*|minimum)$/;
const upperBound = /^(max[A-Z]\w*|maximum)$/;

/** @returns `undefined` for what does not go together */
function unite(key: string, x: unknown, y: unknown): unknown {
  if (isDeepStrictEqual(x, y)) return x;
  if (key === 'allOf') return [...listOf(x), ...listOf(y)];
  if (key === 'required') return [...new Set([...listOf(x), ...listOf(y)])];
  if (key === 'properties') return uniteProperties(objectOf(x), objectOf(y));
  if (key === 'enum') return listOf(x).filter((value) => listOf(y).includes(value));
  if (key === 'type') return uniteTypes(x, y);
  if (key === 'additionalProperties' && (x === true || y === true)) return x === true ? y : x;
  if (typeof x !== 'number' || typeof y !== 'number') return undefined;
  if (lowerBound.test(key)) return Math.max(x, y);
  return upperBound.test(key) ? Math.min(x, y) : undefined;
}

function uniteProperties(x: Json, y: Json): Json {
  return Object.fromEntries(
    keysOf(x, y).map((name) => {
      const [one, other] = [own(x, name), own(y, name)];
      if (one === undefined || other === undefined) return [name, one ?? other];
      return [name, isDeepStrictEqual(one, other) ? one : { allOf: [one, other] }];
    }),
  );
}

function uniteTypes(x: unknown, y: unknown): unknown {
  const common = [x].flat().filter((type) => [y].flat().includes(type));
  if (common.length > 0) return common.length === 1 ? common[0] : common;
  const all = [x, y].flat();
  return all.includes('integer') && all.includes('number') ? 'integer' : undefined;
}
