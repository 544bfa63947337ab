/** Who removes what a run leaves on the backend: the settings of the adapters. */
import { z } from 'zod';
import { describedRequest } from '../described-request.ts';
import { command, none } from '../shared-settings.ts';

export const cleanUpSettings = z.discriminatedUnion('use', [
  none,
  command(
    'Run once after a run, with the backend\'s address as its last argument and what the run created as JSON on stdin: {"applicants": [{"email": "…", "id": 7}], "uploads": ["…"]}. It is done when it exits with 0.',
  ),
  z
    .object({
      use: z.literal('http'),
      request: describedRequest.describe(
        'Sent once for each applicant: {email}, {applicantId} and {env:NAME} are filled in; any status below 300, and 404, means that she is gone.',
      ),
    })
    .strict(),
]);
export type CleanUpSettings = z.infer<typeof cleanUpSettings>;
