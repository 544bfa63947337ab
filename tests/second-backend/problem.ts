/** Refusals: thrown where something is wrong, answered by the server. */
import { STATUS_CODES } from 'node:http';

const addisAbabaMs = 3 * 60 * 60 * 1000;

/** The time in Addis Ababa, as the database writes it. */
export function now(): string {
  return new Date(Date.now() + addisAbabaMs).toISOString().replace('Z', '+03:00');
}

export class Problem extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export function problemBody({ status, message }: Problem, path: string) {
  const error = STATUS_CODES[status] ?? 'Error';
  return { timestamp: now(), status, error, message, path };
}

const refusals = new Map([
  ['22001', 'A text is too long'],
  ['22021', 'A text has a character that cannot be kept'],
]);

/** @returns the refusal for an input that a column does not take; `undefined` for any other error */
export function refusalOf(error: unknown): Problem | undefined {
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  const says = refusals.get(code);
  return says === undefined ? undefined : new Problem(400, says);
}
