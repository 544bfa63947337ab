/** Problems, which handlers throw and the server turns into responses. */
import { STATUS_CODES } from 'node:http';

const addisAbabaOffsetMs = 3 * 60 * 60 * 1000;

/** @returns the time in Addis Ababa, in the format of the database function `iso` */
export function makeLocalTimeText(): string {
  return new Date(Date.now() + addisAbabaOffsetMs).toISOString().replace('Z', '+03:00');
}

/** A refusal of a request: its status, the message of the body, and additional headers of the response. */
export class Problem extends Error {
  readonly status: number;
  readonly headers: Record<string, string>;

  constructor(status: number, message: string, headers: Record<string, string> = {}) {
    super(message);
    this.status = status;
    this.headers = headers;
  }
}

export function makeProblemBody({ status, message }: Problem, path: string) {
  const statusText = STATUS_CODES[status] ?? 'Error';
  return { timestamp: makeLocalTimeText(), status, error: statusText, message, path };
}

const messagesByErrorCode = new Map([
  ['22001', 'A text is too long'],
  ['22021', 'A text has a character that cannot be kept'],
  ['22P05', 'A text has a character that cannot be kept'],
]);

/** @returns the refusal for an error of the database about an input, or `undefined` for any other error */
export function findRefusal(error: unknown): Problem | undefined {
  const errorCode = error instanceof Error && 'code' in error ? String(error.code) : '';
  const message = messagesByErrorCode.get(errorCode);
  return message === undefined ? undefined : new Problem(400, message);
}
