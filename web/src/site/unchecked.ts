/** Reading what nobody has checked: answers (validating them in a browser would cost 15 KB), stored and passed state. */

export type Fields = Readonly<Record<string, unknown>>;

export function isRecord(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null;
}

/** @returns the fields of what should be an object; none for anything else */
export function fieldsOf(value: unknown): Fields {
  return isRecord(value) ? value : {};
}

/**
 * A field as text; some backends write a phone number or a result as a number.
 * @returns an empty text for what is neither text nor number
 */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}

/** `Object.keys`, which forgets the names. */
export function keysOf<T extends object>(record: T): (keyof T)[] {
  return Object.keys(record) as (keyof T)[];
}
