/** Reads and replaces all values at one path of a JSON body. */

/** In place of a value: there is none. */
export const absent = Symbol('absent');

/** The values at a path, one for each element of the lists on the way; `absent` where a field is missing. */
export function valuesAt(body: unknown, path: readonly string[]): unknown[] {
  const [name, ...rest] = path;
  if (name === undefined) return [body];
  if (name === '[]') return Array.isArray(body) ? body.flatMap((one) => valuesAt(one, rest)) : [];
  if (!isObject(body)) return [];
  if (name in body) return valuesAt(body[name], rest);
  return rest.length === 0 ? [absent] : [];
}

/** @returns the body with those values in their places; it shares with the old one what is the same */
export function withValuesAt(
  body: unknown,
  path: readonly string[],
  values: readonly unknown[],
): unknown {
  const waiting = [...values];
  const put = (at: unknown, [name, ...rest]: readonly string[]): unknown => {
    if (name === undefined) return waiting.shift();
    if (name === '[]') return Array.isArray(at) ? at.map((one) => put(one, rest)) : at;
    if (!isObject(at) || (rest.length > 0 && !(name in at))) return at;
    const value = put(at[name], rest);
    const { [name]: _old, ...others } = at;
    if (value === absent) return others;
    return name in at ? { ...at, [name]: value } : { ...others, [name]: value };
  };
  const changed = put(body, path);
  return changed === absent ? undefined : changed;
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
