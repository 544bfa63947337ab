import { adapt } from '../../adapter-errors.ts';
import { Blocked, Failed } from '../../outcome.ts';

/** Here a mail that does not come is the failure itself. */
export async function mailedLink(read: () => Promise<string>): Promise<string> {
  try {
    return await adapt(read, { want: 'mailbox' });
  } catch (error) {
    if (!(error instanceof Blocked)) throw error;
    throw new Failed('an activation mail with a link to the site', error.message);
  }
}
