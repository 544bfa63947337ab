export type Json = Record<string, unknown>;

/** Writes a JSON schema so that generators of clients read it as it is meant. */
export function simplify(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(simplify);
  if (typeof value !== 'object' || value === null) return value;
  return portable(onePattern(flatAlternatives(openWithoutSaying(simplifyEach(value as Json)))));
}

/** Bounds that only say "exactly a number" go. */
function simplifyEach(json: Json): Json {
  const entries = Object.entries(json).filter(
    ([, inner]) => Math.abs(inner as number) !== Number.MAX_SAFE_INTEGER,
  );
  return Object.fromEntries(entries.map(([key, inner]) => [key, simplify(inner)]));
}

/** That more fields are allowed is the default; said, it makes every misspelt field right in generated types. */
function openWithoutSaying({ additionalProperties, ...json }: Json): Json {
  const isDefault = additionalProperties === true && json.properties !== undefined;
  return additionalProperties === undefined || isDefault ? json : { ...json, additionalProperties };
}

/** Alternatives within alternatives become one list. */
function flatAlternatives(json: Json): Json {
  if (!Array.isArray(json.anyOf)) return json;
  const { anyOf, ...rest } = json;
  const flat = (anyOf as Json[]).flatMap((one) =>
    Object.keys(one).join() === 'anyOf' ? (one.anyOf as Json[]) : [one],
  );
  const onlyTypes = flat.every((one) => Object.keys(one).join() === 'type');
  return onlyTypes ? { ...rest, type: flat.flatMap(({ type }) => type) } : { ...rest, anyOf: flat };
}

/**
 * Of several patterns the last one stays: a field's rules go from the first thing to say to the whole rule, and a test
 * holds the document's patterns against the contract. Generated validators read one `pattern`, not `allOf`.
 */
function onePattern(json: Json): Json {
  const { allOf, ...rest } = json;
  if (!Array.isArray(allOf)) return json;
  const patterns = (allOf as Json[]).map(({ pattern, ...others }) =>
    Object.keys(others).length === 0 ? pattern : undefined,
  );
  return patterns.every(Boolean) ? { ...rest, pattern: patterns.at(-1) } : json;
}

/** "Letters" can be said to few regular expressions: not to Python's, nor to JavaScript's without its flag `u`. */
const widened: Readonly<Record<string, string>> = {
  // What is certainly no letter; the description says the rest.
  '^[\\p{L}\\p{M}]+$': '^[^\\s\\d!-\\/:-@\\[-`{-~]+$',
};

/** @throws {Error} for a pattern that only some languages read and that has no wider one */
function portable(json: Json): Json {
  const { pattern } = json;
  if (typeof pattern !== 'string' || !pattern.includes('\\p{')) return json;
  const wide = widened[pattern];
  if (wide === undefined) throw new Error(`No wider pattern is known for ${pattern}`);
  return { ...json, pattern: wide };
}
