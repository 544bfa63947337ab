/** A refusal, and the one form every refusal has on the wire. */
import { STATUS_CODES } from 'node:http';
import { isoWithOffset } from './clock.ts';

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
  return { timestamp: isoWithOffset(Date.now()), status, error, message, path };
}
