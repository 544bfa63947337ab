import { isApplicantState, proceedTo } from '@one-planet/contract/states';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { useSession } from '../site/session.ts';
import { useSite } from '../site/site.ts';
import { texts } from '../words/payment.ts';
import { dropOpenedPayment, readOpenedPayment } from './opened-payment-store.ts';
import { readStatus } from './profile.ts';

/**
 * Stands above what is to be paid when a payment was opened at a provider before: whoever has paid there must
 * not pay again before the provider has told the college.
 */
export function OpenedPayment({ code }: { code: string }) {
  const site = useSite();
  const session = useSession();
  const [, navigate] = useLocation();
  const [opened, setOpened] = useState(() => readOpenedPayment(code));
  const [told, setTold] = useState('');
  if (!opened) return null;
  const look = async () => {
    setTold(texts.opened.looking);
    const status = await readStatus(site, session?.email ?? '');
    if (status === undefined) setTold(texts.opened.unread);
    else if (status === 'TOOK_EXAM') setTold(texts.opened.notYet);
    else if (isApplicantState(status)) navigate(proceedTo[status] ?? '/', { replace: true });
  };
  const dismiss = () => {
    dropOpenedPayment();
    setOpened(undefined);
  };
  const time = new Date(opened.at).toLocaleTimeString('en', { timeStyle: 'short' });
  return (
    <div className="retry">
      <p>{texts.opened.text(texts.providers[opened.provider] ?? opened.provider, time)}</p>
      <p className="actions">
        <button type="button" className="button" onClick={() => void look()}>
          {texts.opened.look}
        </button>
        <button type="button" className="link" onClick={dismiss}>
          {texts.opened.notPaid}
        </button>
      </p>
      <p role="status">{told}</p>
    </div>
  );
}
