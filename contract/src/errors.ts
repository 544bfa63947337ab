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

/** Success answers of an operation whose body nobody reads: any of these will do. */
export const anySuccess = {
  200: z.unknown(),
  201: z.unknown(),
  202: z.unknown(),
  204: z.unknown(),
};

/** The one table of error answers: what each status means here. */
export const errorStatuses = {
  400: 'the input is wrong',
  401: 'no valid token, or the password is wrong',
  402: 'something has to be paid first',
  403: "another applicant's data, or the wrong role",
  404: 'unknown',
  405: 'the method is not offered here',
  406: 'a password was already created',
  409: 'conflicts with what is there, or the wrong state',
  410: 'a one-time token is used up or too old',
  412: 'something else has to be done first',
  413: 'the body is too large',
  415: 'the type of the body or file is not accepted',
  417: 'not what was expected; of a login: refused',
  422: 'the input is wrong',
  423: 'the account is locked',
  428: 'something else has to be done first',
  451: 'not allowed by law',
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
 * Every operation also tolerates these refusals: the 4xx statuses that say "no"
 * to what was asked. 429 says "later", and the rest (407, 408, 426 …) are about the connection.
 */
export const toleratedRefusals = refusals(
  ...([
    400, 401, 402, 403, 404, 405, 406, 409, 410, 412, 413, 415, 417, 422, 423, 428, 451,
  ] as const),
);
