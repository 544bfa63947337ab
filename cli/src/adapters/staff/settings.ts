/** How the staff's decisions are got: the settings of the adapters. */
import { z } from 'zod';
import { milliseconds } from '../../process/setting-kinds.ts';
import { describedRequest } from '../described-request.ts';
import { command, mock, none, prompt } from '../shared-settings.ts';

/** `{email}`, `{paymentCode}`, `{applicantId}` and `{env:NAME}` are filled in. */
const staffRequest = describedRequest;

/** How the staff's decisions are got. */
export const staffSettings = z.discriminatedUnion('use', [
  mock,
  command(
    'Run with the e-mail address as its last argument, and the decision in ADMISSIONS_WANTS (verify, reject, admit); it is done when it exits with 0.',
  ),
  z
    .object({
      use: z.literal('http'),
      requests: z
        .object({
          verify: staffRequest,
          reject: staffRequest.optional(),
          admit: staffRequest.optional(),
        })
        .strict()
        .describe('One for each decision; any status below 300 means that it is done.'),
    })
    .strict(),
  z
    .object({
      use: z.literal('wait'),
      waitMs: milliseconds.describe('How long staff may take, in milliseconds.'),
      everyMs: milliseconds
        .optional()
        .describe(
          "The pause between two attempts at the applicant's state, in milliseconds; default: 10,000.",
        ),
    })
    .strict(),
  prompt,
  none,
]);
export type StaffSettings = z.infer<typeof staffSettings>;
