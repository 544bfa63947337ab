import type { Answered } from '../site/answers.ts';

/** Something could not be read: the server answered `status`, or was not reached (0). */
export class UnreadError extends Error {
  override name = 'UnreadError';
  readonly status: number;
  constructor(status: number) {
    super(`status ${status}`);
    this.status = status;
  }
}

/** @returns the failure of a read, which is logged; what the client threw has been already */
export function unread(
  operation: string,
  { status, body }: Omit<Answered, 'message'>,
): UnreadError {
  if (body !== undefined) console.error(`${operation}: UnreadError ${status}`);
  return new UnreadError(status);
}
