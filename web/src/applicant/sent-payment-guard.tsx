import { useAtomValue } from 'jotai';
import { type ReactNode, useEffect, useState } from 'react';
import { Link, useLocation } from 'wouter';
import {
  dropSentPayment,
  findSentPaymentState,
  hasPaymentArrived,
  markPaymentSeen,
  readSentDetails,
  type SentPayment,
  useSentPayment,
} from '../offline/sent-payment.ts';
import { findProceedPath } from '../offline/steps.ts';
import { useApplicant } from '../site/applicant-queries.ts';
import { sessionAtom } from '../site/atoms.ts';
import { paths } from '../site/routes.ts';
import { formatDayAndTime, useTimeZone } from '../site/times.ts';
import { sentPaymentTexts as texts } from '../texts/applicant-words.ts';
import { ContactDetails, DescriptionList, ProblemText, Text } from '../ui/blocks.tsx';

interface SentPaymentGuardProps {
  /** Shown instead of `children` once a payment was rejected. Default: `children`. */
  rejectedContent?: ReactNode;
  children: ReactNode;
}

/**
 * Keeps an applicant from paying twice (specification/decisions §3). While a payment that this device sent may be on
 * its way, it shows what is known of it instead of `children`; once staff have rejected it, it also says what to do. A
 * device that did not send it cannot know that it was rejected, so in that state everybody reads what to do in that
 * case.
 */
export function SentPaymentGuard({ rejectedContent, children }: SentPaymentGuardProps) {
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const sentPayment = useSentPayment(email);
  const { data } = useApplicant({ isEnabled: false });
  const paymentState = findSentPaymentState(sentPayment, data?.status);
  if (!sentPayment || !paymentState)
    return (
      <>
        {children}
        <PaidAlready />
      </>
    );
  if (paymentState === 'underway')
    return <PaymentUnderway sentPayment={sentPayment} email={email} />;
  return (
    <>
      <RejectedPayment sentPayment={sentPayment}>
        <p>{texts.rejected.contact}</p>
        <ContactDetails />
      </RejectedPayment>
      {rejectedContent ?? children}
    </>
  );
}

/** Says what to do if the fee was paid before, and links to the form for it on every other page. */
export function PaidAlready() {
  const [path] = useLocation();
  return (
    <p className="hint">
      <Text>{texts.paidAlready}</Text>{' '}
      {path.toLowerCase() !== paths.offlinePayment && (
        <Link to={paths.offlinePayment}>{texts.sendReference}</Link>
      )}
    </p>
  );
}

/** Reads the status again and again, and opens its page once it shows the payment. */
function PaymentUnderway({
  sentPayment: { by, at },
  email,
}: {
  sentPayment: SentPayment;
  email: string;
}) {
  const [, navigate] = useLocation();
  const { data, refetch } = useApplicant({ isSettled: hasPaymentArrived });
  const [announcement, setAnnouncement] = useState('');
  const timeZone = useTimeZone();
  const status = data?.status;
  useEffect(() => {
    if (!hasPaymentArrived(status)) return;
    navigate(findProceedPath(status ?? '') ?? paths.home, { replace: true });
  }, [status, navigate]);

  const timeText = formatDayAndTime(at, timeZone);
  const providerName = providerOf(by);
  // Announced only when she clicked, not each time the page reads the status by itself.
  const checkStatus = async () => {
    setAnnouncement(texts.looking);
    const { isError, data: profile } = await refetch();
    if (isError) setAnnouncement(texts.unread);
    else if (!hasPaymentArrived(profile?.status)) setAnnouncement(texts.notYet);
  };
  return (
    <div className="retry">
      <p>{providerName ? texts.opened(providerName, timeText) : texts.sent(timeText)}</p>
      <p className="actions">
        <button type="button" className="button" onClick={() => void checkStatus()}>
          {texts.look}
        </button>
        {providerName && (
          <button type="button" className="link" onClick={() => dropSentPayment(email)}>
            {texts.notPaid}
          </button>
        )}
        <button type="button" className="link" onClick={() => markPaymentSeen(email)}>
          {texts.isRejected}
        </button>
      </p>
      <p role="status">
        <ProblemText text={announcement} blamesConnection={announcement === texts.unread} />
      </p>
    </div>
  );
}

interface RejectedPaymentProps {
  sentPayment: SentPayment;
  /** Whom to ask, where the page does not say it elsewhere. */
  children?: ReactNode;
}

/** Says that staff have rejected a payment, and how to correct what was sent instead of paying again. */
export function RejectedPayment({ sentPayment: { by, at }, children }: RejectedPaymentProps) {
  const email = useAtomValue(sessionAtom)?.email ?? '';
  // Read only once, so that it stays on screen while she corrects the details.
  const [{ bank, reference, receipt }] = useState(() => readSentDetails(email));
  const timeZone = useTimeZone();
  const { rejected } = texts;
  const provider = providerOf(by);
  const timeText = at > 0 && formatDayAndTime(at, timeZone);
  const sentPaymentFacts = [
    [rejected.bank, bank],
    [rejected.reference, reference],
    [rejected.receipt, receipt],
  ] as const;
  return (
    <section className="retry">
      <p>
        <strong>
          {provider && timeText
            ? rejected.opened(provider, timeText)
            : timeText
              ? rejected.sent(timeText)
              : rejected.unknown}
        </strong>
      </p>
      {!provider && (
        <DescriptionList facts={sentPaymentFacts.filter(([, value]) => value !== '')} />
      )}
      <p>{provider ? rejected.askProvider(provider) : rejected.correctIt}</p>
      {children}
    </section>
  );
}

/** A link to the form with the details that were sent. Not shown after a payment at a provider, which sends no details. */
export function CorrectPayment() {
  const sentPayment = useSentPayment(useAtomValue(sessionAtom)?.email ?? '');
  if (providerOf(sentPayment?.by ?? '')) return null;
  return (
    <Link className="button primary" to={paths.offlinePayment}>
      {texts.rejected.correct}
    </Link>
  );
}

/** @returns the name of the provider with this key; `undefined` for a bank */
function providerOf(providerKey: string): string | undefined {
  return new Map(Object.entries(texts.providers)).get(providerKey);
}
