import type { JourneyContext } from './context.ts';
import { succeed } from './failure.ts';

/** Asks for the applicant's state; her id is remembered where it is told. */
export async function readState(context: JourneyContext): Promise<string> {
  const { client, email } = context;
  const profile = await succeed(
    'applicants.getByEmail',
    client.applicants.getByEmail({ params: { email } }),
  );
  const { id, status } = profile;
  if (id !== null && id !== undefined && id !== context.memory.applicantId) {
    context.remember({ applicantId: id });
  }
  return status;
}
