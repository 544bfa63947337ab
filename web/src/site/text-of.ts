/**
 * A field of an answer as text: in the browser, answers are not held against the contract, and some backends
 * write a phone number or a result as a number.
 * @returns an empty text for what is neither text nor number
 */
export function textOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value).trim() : '';
}
