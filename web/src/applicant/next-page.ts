import { isApplicantState, proceedTo } from '@one-planet/contract/states';
import type { Site } from '../site/site.ts';
import { texts } from '../words/applicant.ts';
import { ask } from './ask.ts';
import { type Payment, toPayment } from './payment.ts';
import { readStatus } from './profile.ts';
import { unread } from './unread.ts';

/** Where to go, with what the page there is told; or why nowhere, in words for a quiet line. */
export type Proceeding = { to: string; state?: Payment } | { told: string };

/**
 * Where `Proceed with Application` leads (journey specification, section 4). After the exam the pending payment
 * is fetched first. A status that can't be had, or leads nowhere, moves nobody.
 */
export async function nextStep(site: Site, email: string): Promise<Proceeding> {
  const status = await readStatus(site, email);
  if (status === undefined) return { told: texts.proceedFailed };
  const to = isApplicantState(status) ? proceedTo[status] : undefined;
  if (!to) return { told: texts.nothingToDo };
  if (status !== 'TOOK_EXAM') return { to };
  const pending = await ask(site, site.api.payments.getPending());
  const state = pending.status === 200 ? toPayment(pending.body) : undefined;
  if (state) return { to, state };
  unread('payments.getPending', pending);
  return { told: texts.paymentFailed };
}
