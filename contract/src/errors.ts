import { z } from 'zod';
import type { ErrorBody } from './messages.ts';

/**
 * What a refusal may say: text, JSON with `message`, or nothing (decisions, section 1).
 * Read it with {@link readMessage}.
 */
export const errorBody: z.ZodType<ErrorBody> = z
  .union([z.string(), z.object({ message: z.string().nullish() }).passthrough(), z.null()])
  .optional()
  .describe('Text, or JSON with `message`.');

/** The one table of error answers: what each status means here. */
export const errorStatuses = {
  400: 'the input is wrong',
  401: 'no valid token, or the password is wrong',
  403: "another applicant's data, or the wrong role",
  404: 'unknown',
  405: 'the method is not offered here',
  406: 'a password was already created',
  409: 'conflicts with what is there, or the wrong state',
  410: 'a one-time token is used up or too old',
  413: 'the body is too large',
  415: 'the type of the body or file is not accepted',
  417: 'the log-in is refused',
  422: 'the input is wrong',
  423: 'the account is locked',
} as const;

export type ErrorStatus = keyof typeof errorStatuses;

/** Declares the refusals an operation prefers, e.g. `refusals(400, 409)`. */
export function refusals<S extends ErrorStatus>(...statuses: S[]): Record<S, typeof errorBody> {
  return Object.fromEntries(statuses.map((status) => [status, errorBody])) as Record<
    S,
    typeof errorBody
  >;
}

/**
 * Any other 4xx with readable text is a refusal too: every operation tolerates these. 429 is not among them:
 * it says "later", not "no".
 */
export const toleratedRefusals = refusals(400, 401, 403, 404, 405, 409, 410, 413, 415, 422, 423);
