import { z } from 'zod';
import type { ErrorBody } from './messages.ts';

/**
 * The body of a refusal: text, JSON with `message`, or nothing (specification/decisions §1). Read it with {@link
 * readMessage}.
 */
export const errorBody: z.ZodType<ErrorBody> = z
  .union([z.string(), z.object({ message: z.string().nullish() }).passthrough(), z.null()])
  .optional()
  .describe('Text, or JSON with `message`.');

/** The meaning of each error status. All other descriptions of errors derive from this table. */
export const errorStatusMeanings = {
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

/**
 * The refusals that every operation tolerates: the 4xx statuses that refuse the request itself. 429 only delays it, and
 * the others (407, 408, 426 …) are about the connection.
 */
export const toleratedRefusalSchemas = Object.fromEntries(
  Object.keys(errorStatusMeanings).map((status) => [status, errorBody]),
) as unknown as Record<keyof typeof errorStatusMeanings, typeof errorBody>;

/** Refusals that many operations share, by the name of their component in the OpenAPI document. */
export const sharedRefusals = {
  Unauthorised: {
    reason: 'The token is missing or invalid, or its session has ended: log in again.',
    message: 'Please log in.',
  },
  InvalidToken: {
    reason: 'A token was sent and is invalid. Ignoring it is as good: the call works without one.',
    message: 'Please log in.',
  },
  Forbidden: {
    reason:
      "The data belongs to another applicant, or the caller's role is not that of an applicant.",
    message: 'This belongs to another applicant.',
  },
  OtherRefusal: {
    reason: 'Any other refusal, with a 4xx status: tolerated. A 5xx status is never a refusal.',
    message: 'This cannot be done now.',
  },
} as const;
