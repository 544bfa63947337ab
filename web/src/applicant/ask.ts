/** Calls made as the applicant who is logged in. */

import { type Answered, answerOf } from '../site/answers.ts';
import { expire } from '../site/log-out.ts';
import { noticeAtom } from '../site/notice.ts';
import type { Site } from '../site/site.ts';
import { texts } from '../words/applicant.ts';

/**
 * Waits for a call like `answerOf`. A 401 says that the session is over for the server: it ends here too, what
 * was typed stays, and the guard of the page asks the applicant to log in and brings her back.
 */
export async function ask(
  site: Site,
  call: Promise<{ status: number; body: unknown }>,
): Promise<Answered> {
  const answered = await answerOf(call);
  if (answered.status === 401) {
    expire(site);
    site.store.set(noticeAtom, texts.ended);
  }
  return answered;
}
