import { useState } from 'react';
import { useLocation } from 'wouter';
import { noticeAtom } from '../site/notice.ts';
import { useSession } from '../site/session.ts';
import { useSite } from '../site/site.ts';
import { texts } from '../words/applicant.ts';

/** @returns whether it is on its way, and what `Proceed with Application` does */
export function useProceed(): [busy: boolean, proceed: () => Promise<void>] {
  const site = useSite();
  const session = useSession();
  const [, navigate] = useLocation();
  const [busy, setBusy] = useState(false);
  const proceed = async () => {
    if (busy) return;
    setBusy(true);
    const { nextStep } = await import('./next-page.ts').catch(() => ({
      nextStep: async () => ({ told: texts.proceedFailed }),
    }));
    const step = await nextStep(site, session?.email ?? '');
    if ('to' in step) await site.prepare(step.to);
    setBusy(false);
    site.store.set(noticeAtom, 'told' in step ? step.told : '');
    if ('to' in step) navigate(step.to, { state: step.state });
  };
  return [busy, proceed];
}
