import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import {
  dropSentPayment,
  hasPaymentArrived,
  markPaymentSeen,
  readSentDetails,
  type SentPayment,
  sentPaymentState,
  useSentPayment,
} from '../offline/sent-payment.ts';
import { proceedPath } from '../offline/steps.ts';
import { useApplicant } from '../site/applicant-queries.ts';
import { sessionAtom } from '../site/atoms.ts';
import { paths } from '../site/routes.ts';
import { dayAndTime, useZone } from '../site/times.ts';
import { sentPaymentTexts as texts } from '../texts/applicant-words.ts';
import { ContactDetails, DescriptionList } from '../ui/blocks.tsx';

interface NoSecondPaymentProps {
  /** In the place of what asks for the fee once a payment was rejected. Default: the same. */
  rejected?: ReactNode;
  children: ReactNode;
}

/**
 * Shows what asks for the fee only while no payment may be on its way (decisions, section 3): how that payment stands,
 * until the college shows it, and what to do if staff have rejected it.
 */
export function NoSecondPayment({ rejected, children }: NoSecondPaymentProps) {
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const sent = useSentPayment(email);
  const { data } = useApplicant({ isEnabled: false });
  const standing = sentPaymentState(sent, data?.status);
  if (!sent || !standing) return children;
  if (standing === 'underway') return <PaymentUnderway sent={sent} email={email} />;
  return (
    <>
      <NotConfirmed sent={sent} />
      {rejected ?? children}
    </>
  );
}

/** Looks for the new state by itself, and goes where it leads. */
function PaymentUnderway({ sent: { by, at }, email }: { sent: SentPayment; email: string }) {
  const [, navigate] = useLocation();
  const { data, refetch } = useApplicant({ isSettled: hasPaymentArrived });
  const [announced, setAnnounced] = useState('');
  const zone = useZone();
  const status = data?.status;
  useEffect(() => {
    if (!hasPaymentArrived(status)) return;
    navigate(proceedPath(status ?? '') ?? paths.home, { replace: true });
  }, [status, navigate]);

  const time = dayAndTime(at, zone);
  const provider = providerOf(by);
  // Announced only when she asked, not each time the page looks by itself.
  const look = async () => {
    setAnnounced(texts.looking);
    const { isError, data: now } = await refetch();
    if (isError) setAnnounced(texts.unread);
    else if (!hasPaymentArrived(now?.status)) setAnnounced(texts.notYet);
  };
  return (
    <div className="retry">
      <p>{provider ? texts.opened(provider, time) : texts.received(time)}</p>
      <p className="actions">
        <button type="button" className="button" onClick={() => void look()}>
          {texts.look}
        </button>
        {provider && (
          <button type="button" className="link" onClick={() => dropSentPayment(email)}>
            {texts.notPaid}
          </button>
        )}
        <button type="button" className="link" onClick={() => markPaymentSeen(email)}>
          {texts.isRejected}
        </button>
      </p>
      <p role="status">{announced}</p>
    </div>
  );
}

/** Staff have rejected a payment: whoever paid must not pay again, and can correct what was sent. */
export function NotConfirmed({ sent: { by, at } }: { sent: SentPayment }) {
  const email = useAtomValue(sessionAtom)?.email ?? '';
  // Read once: it stays on screen while she corrects it.
  const [{ bank, reference, receipt }] = useState(() => readSentDetails(email));
  const zone = useZone();
  const { rejected } = texts;
  const provider = providerOf(by);
  const time = at > 0 && dayAndTime(at, zone);
  const known = [
    [rejected.bank, bank],
    [rejected.reference, reference],
    [rejected.receipt, receipt],
  ] as const;
  return (
    <section className="retry">
      <p>
        <strong>
          {provider && time
            ? rejected.opened(provider, time)
            : time
              ? rejected.sent(time)
              : rejected.unknown}
        </strong>
      </p>
      {!provider && <DescriptionList facts={known.filter(([, value]) => value !== '')} />}
      <p>{provider ? rejected.askProvider(provider) : rejected.correctIt}</p>
      <p>{rejected.contact}</p>
      <ContactDetails />
    </section>
  );
}

/** Leads to the form with what was sent; nothing after a payment at a provider, of which nothing was. */
export function CorrectPayment() {
  const sent = useSentPayment(useAtomValue(sessionAtom)?.email ?? '');
  if (providerOf(sent?.by ?? '')) return null;
  return (
    <Link className="button primary" to={paths.offlinePayment}>
      {texts.rejected.correct}
    </Link>
  );
}

/** @returns the provider's name; nothing for a bank */
function providerOf(by: string): string | undefined {
  return new Map(Object.entries(texts.providers)).get(by);
}
