/** Where `Proceed with Application` leads (journey specification, section 4). */
import { lifecycle } from '@one-planet/contract/lifecycle';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { ownerOf } from '../site/owner.ts';
import { ownKey } from '../site/queries.ts';
import { useSession } from '../site/session.ts';
import { type Site, useSite } from '../site/site.ts';
import { texts } from '../words/applicant.ts';
import { isPendingPayment, type Payment, toPayment } from './payment.ts';
import { readStatus } from './reads.ts';
import { pageOf } from './steps.ts';

/** Where to go, and what to pass on; or why there is nowhere to go, in words for the notice. */
type Proceeding = { to: string; state?: Payment & { owner: string } } | { told: string };

/** After the exam the pending payment is fetched first. An unknown status leads nowhere. */
async function nextPage(site: Site, email: string): Promise<Proceeding> {
  const status = await readStatus(site, email);
  if (status === undefined) return { told: texts.proceedFailed };
  const to = pageOf(status);
  if (!to) return { told: texts.nothingToDo };
  if (status !== lifecycle['payments.getPending'].from) return { to };
  const pending = site.queries.payments.getPending.fetchQuery({
    queryKey: ownKey('payments.getPending', email),
    queryData: { isUsable: isPendingPayment },
    staleTime: 0,
  });
  return pending.then(
    ({ body }) => ({ to, state: { ...toPayment(body), owner: ownerOf(email) } }),
    () => ({ told: texts.paymentFailed }),
  );
}

/** @returns whether it is busy, and the button's handler */
export function useProceed(): [busy: boolean, proceed: () => Promise<void>] {
  const site = useSite();
  const session = useSession();
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const proceed = async () => {
    if (busy) return;
    setBusy(true);
    const next = await nextPage(site, session?.email ?? '');
    if ('to' in next) await site.prepare(next.to);
    setBusy(false);
    // The session ended meanwhile, and has told so itself.
    if (!site.session.get()) return;
    site.notice.set('told' in next ? { text: next.told } : null);
    if ('to' in next) navigate(next.to, { state: next.state });
  };
  return [busy, proceed];
}
