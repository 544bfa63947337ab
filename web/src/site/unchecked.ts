/** Reads values of unknown shape: responses (a validation library would cost 15 KB), stored values, history state. */

export type Fields = Readonly<Record<string, unknown>>;

export function isObject(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** @returns the value if it is an object, otherwise an empty one */
export function fieldsOf(value: unknown): Fields {
  return isObject(value) ? value : {};
}

/**
 * A field as text; some backends send phone numbers or results as numbers.
 * @returns an empty text for anything that is neither text nor number
 */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** @returns fields of a record as texts, see `textOf` */
export function textsIn<F extends string>(
  record: unknown,
  fieldNames: readonly F[],
): Readonly<Record<F, string>> {
  const values = fieldsOf(record);
  const textEntries = fieldNames.map((fieldName) => [fieldName, textOf(values[fieldName])]);
  return Object.fromEntries(textEntries) as Record<F, string>;
}

/** @returns a record's id; `null` for anything that is not an id */
export function idOf(value: unknown): string | number | null {
  return typeof value === 'number' ? value : textOf(value) || null;
}

/**
 * A number, which some backends write as text.
 * @returns `undefined` for anything else
 */
export function numberOf(value: unknown): number | undefined {
  const number = textOf(value) === '' ? Number.NaN : Number(value);
  return Number.isFinite(number) ? number : undefined;
}

/** `Object.keys`, typed. */
export function keysOf<T extends object>(record: T): (keyof T)[] {
  return Object.keys(record) as (keyof T)[];
}
