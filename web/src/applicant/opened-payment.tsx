import { isApplicantState, lifecycle } from '@one-planet/contract/lifecycle';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { paths } from '../routes.ts';
import { dropDraft, keepDraft, readDraft } from '../site/drafts.ts';
import { useSession } from '../site/session.ts';
import { useSite } from '../site/site.ts';
import { texts } from '../words/payment.ts';
import { readStatus } from './reads.ts';
import { pageOf } from './steps.ts';

const key = 'opened-payment';

interface Opened {
  code: string;
  provider: string;
  /** Milliseconds since 1970. */
  at: number;
}

/** Remembers in this tab that a payment was opened at a provider, so that nobody pays twice by going back. */
export function keepOpenedPayment({ code, provider, at }: Opened): void {
  keepDraft(key, { code, provider, at: String(at) });
}

export function dropOpenedPayment(): void {
  dropDraft(key);
}

function readOpenedPayment(code: string): Opened | undefined {
  const { provider, at, ...kept } = readDraft(key);
  if (kept.code !== code || typeof provider !== 'string') return undefined;
  return { code, provider, at: Number(at) };
}

/**
 * Warns, above what is to be paid, that this payment was already opened at a provider: an applicant who paid there
 * must not pay again before the provider has told the college.
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
    else if (status === lifecycle['payments.payOnline'].from) setTold(texts.opened.notYet);
    else if (isApplicantState(status)) navigate(pageOf(status) ?? paths.home, { replace: true });
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
