import { lifecycle } from '@one-planet/contract/lifecycle';
import { useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useReceiptPath } from '../../applicant/payment.ts';
import { AwaitDecision, StepGuard, useReloadWhenRestored } from '../../applicant/step-page.tsx';
import {
  hasPaymentArrived,
  type SentDetails,
  useSentDetails,
  useSentPayment,
} from '../../offline/sent-payment.ts';
import { useApplicant } from '../../site/applicant-queries.ts';
import { contentAtom, sessionAtom } from '../../site/atoms.ts';
import { useNavigationState } from '../../site/navigation.ts';
import { paths } from '../../site/routes.ts';
import { formatDayAndTime, useTimeZone } from '../../site/times.ts';
import { textOf } from '../../site/unchecked.ts';
import { frameTexts } from '../../texts/frame-words.ts';
import { Confirmation, DescriptionList } from '../../ui/blocks.tsx';
import { NextSteps } from '../../ui/next-steps.tsx';
import { paymentTexts as texts } from './payment-words.ts';

const { to: paidState } = lifecycle['payments.makeOffline'];

interface PaymentConfirmationProps {
  title: string;
  pictureName: 'done' | 'waiting';
  children: ReactNode;
}

/** A page about a payment that waits for verification by staff: what was sent, and what comes next. */
function PaymentConfirmation({ title, pictureName, children }: PaymentConfirmationProps) {
  const { verification } = useAtomValue(contentAtom).takes ?? {};
  const firstStep = verification ? texts.compareWithin(verification) : texts.compare;
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const details = useSentDetails(email);
  // The payment form passes the code on. On a page that was opened in another way, the stored details have it.
  const paymentCode = textOf(useNavigationState().paymentCode) || details.code;
  const receiptPath = useReceiptPath(paymentCode);
  return (
    <Confirmation title={title} pictureName={pictureName}>
      {children}
      <p className="actions">
        <Link className="button primary" to={paths.home}>
          {frameTexts.goHome}
        </Link>
        {receiptPath && (
          <Link className="button" to={receiptPath}>
            {texts.receipt}
          </Link>
        )}
      </p>
      <SentPaymentFacts email={email} code={paymentCode} details={details} />
      <NextSteps steps={[firstStep, ...texts.next]} />
    </Confirmation>
  );
}

interface SentPaymentFactsProps {
  email: string;
  code: string;
  details: SentDetails;
}

/** The details of the payment that this device stores; nothing if there are none. */
function SentPaymentFacts({ email, code, details }: SentPaymentFactsProps) {
  const sentPayment = useSentPayment(email);
  const timeZone = useTimeZone();
  const { labels } = texts;
  const { amount, bank, account, reference, receipt, picture } = details;
  const allFacts = [
    [labels.amount, amount, 'no'],
    [labels.bank, bank, 'no'],
    [labels.account, account, 'no'],
    [labels.reference, reference, 'no'],
    [labels.code, code, 'no'],
    [labels.receipt, receipt, 'no'],
    [labels.sent, sentPayment?.at ? formatDayAndTime(sentPayment.at, timeZone) : ''],
  ] as const;
  const filledFacts = allFacts.filter(([, value]) => value !== '');
  if (filledFacts.length === 0) return null;
  return (
    <section className="next">
      <h2>{texts.whatWasSent}</h2>
      {picture && <img className="receipt-picture" src={picture} alt="" />}
      <DescriptionList facts={filledFacts} />
    </section>
  );
}

/** `/applicant/finalize_payment`: the details of the deposit were sent (specification/journey §2). */
export function FinalizePayment() {
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const sentPayment = useSentPayment(email);
  const isNotShownYet = sentPayment?.by === 'bank' && !sentPayment.isSeen;
  const [wasUnderway, setWasUnderway] = useState(false);
  if (isNotShownYet && !wasUnderway) setWasUnderway(true);
  if (wasUnderway) return <AwaitPaymentStatus />;
  return (
    <StepGuard title={texts.statusTitle} pageState={paidState} redirectTo="next" awaitsDecision>
      {() => <FinalizedPayment isStatusUpdated />}
    </StepGuard>
  );
}

/**
 * Reads the status until it shows the payment, and says only then that it was received: a network's log-in page can
 * answer in the place of the college (specification/decisions §3).
 */
function AwaitPaymentStatus() {
  useReloadWhenRestored();
  const { data } = useApplicant({ isSettled: hasPaymentArrived });
  const [isStatusUpdated, setIsStatusUpdated] = useState(false);
  if (hasPaymentArrived(data?.status) && !isStatusUpdated) setIsStatusUpdated(true);
  if (!isStatusUpdated) return <FinalizedPayment isStatusUpdated={false} />;
  return (
    <AwaitDecision pageState={paidState} redirectTo="next">
      <FinalizedPayment isStatusUpdated />
    </AwaitDecision>
  );
}

function FinalizedPayment({ isStatusUpdated }: { isStatusUpdated: boolean }) {
  const { title, text, askingTitle, asking } = texts.finalized;
  return (
    <PaymentConfirmation
      title={isStatusUpdated ? title : askingTitle}
      pictureName={isStatusUpdated ? 'done' : 'waiting'}
    >
      <p className="lead" role="status">
        {isStatusUpdated ? text : asking}
      </p>
    </PaymentConfirmation>
  );
}

/**
 * `/applicant/pending_pay_verification` (specification/journey §2). Payment providers may send applicants back here in
 * any state, so a state that is not this page's opens its own page (specification/decisions §3).
 */
export function PendingPayVerification() {
  const { title, text } = texts.pending;
  return (
    <StepGuard title={texts.statusTitle} pageState={paidState} redirectTo="next" awaitsDecision>
      {() => (
        <PaymentConfirmation title={title} pictureName="waiting">
          <p className="lead">{text}</p>
        </PaymentConfirmation>
      )}
    </StepGuard>
  );
}
