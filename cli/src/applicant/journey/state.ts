import type { JourneyContext } from './context.ts';
import { succeed } from './send.ts';

/** Asks for the applicant's state; her id is remembered where it is told. */
export async function readState(context: JourneyContext): Promise<string> {
  const { id, status } = await succeed(context, 'applicants.getByEmail');
  if (id !== null && id !== undefined && id !== context.memory.applicantId) {
    context.remember({ applicantId: id });
  }
  return status;
}
