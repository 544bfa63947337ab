import { lifecycle } from '@one-planet/contract/lifecycle';
import { useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { useReceiptPath } from '../../applicant/payment.ts';
import { Decision, StepGuard, useReloadWhenRestored } from '../../applicant/step-page.tsx';
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
import { dayAndTime, useZone } from '../../site/times.ts';
import { textOf } from '../../site/unchecked.ts';
import { frameTexts as frame } from '../../texts/frame-words.ts';
import { Confirmation, DescriptionList, NextSteps } from '../../ui/blocks.tsx';
import { paymentTexts as texts } from './payment-words.ts';

const { to: paid } = lifecycle['payments.makeOffline'];

interface PaymentMadeProps {
  title: string;
  picture: 'done' | 'waiting';
  children: ReactNode;
}

/** A payment that is waiting for staff. */
function PaymentMade({ title, picture, children }: PaymentMadeProps) {
  const { verification } = useAtomValue(contentAtom).takes ?? {};
  const first = verification ? texts.compareWithin(verification) : texts.compare;
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const details = useSentDetails(email);
  // Passed on by a payment that was just made.
  const code = textOf(useNavigationState().paymentCode) || details.code;
  const receipt = useReceiptPath(code);
  return (
    <Confirmation title={title} picture={picture}>
      {children}
      <WhatWasSent email={email} code={code} details={details} />
      <NextSteps steps={[first, ...texts.next]} />
      <p className="actions">
        <Link className="button primary" to={paths.home}>
          {frame.goHome}
        </Link>
        {receipt && (
          <Link className="button" to={receipt}>
            {texts.receipt}
          </Link>
        )}
      </p>
    </Confirmation>
  );
}

interface WhatWasSentProps {
  email: string;
  code: string;
  details: SentDetails;
}

/** As far as this device knows it. */
function WhatWasSent({ email, code, details }: WhatWasSentProps) {
  const sent = useSentPayment(email);
  const zone = useZone();
  const { labels } = texts;
  const { amount, bank, account, reference, receipt, picture } = details;
  const known = [
    [labels.amount, amount, 'no'],
    [labels.bank, bank, 'no'],
    [labels.account, account, 'no'],
    [labels.reference, reference, 'no'],
    [labels.code, code, 'no'],
    [labels.receipt, receipt, 'no'],
    [labels.sent, sent?.at ? dayAndTime(sent.at, zone) : ''],
  ] as const;
  const facts = known.filter(([, value]) => value !== '');
  if (facts.length === 0) return null;
  return (
    <section className="next">
      <h2>{texts.whatWasSent}</h2>
      {picture && <img className="receipt-picture" src={picture} alt="" />}
      <DescriptionList facts={facts} />
    </section>
  );
}

/** `/applicant/finalize_payment`: the deposit was reported (journey specification, section 2). */
export function FinalizePayment() {
  const email = useAtomValue(sessionAtom)?.email ?? '';
  const sent = useSentPayment(email);
  const isUnderway = sent?.by === 'bank' && !sent.isSeen;
  const [wasUnderway, setWasUnderway] = useState(false);
  if (isUnderway && !wasUnderway) setWasUnderway(true);
  if (wasUnderway) return <Received />;
  return (
    <StepGuard title={texts.statusTitle} state={paid} otherwise="next" isWaiting>
      {() => <Finalized isShown />}
    </StepGuard>
  );
}

/** Says at once that the college has the payment, and looks until the status shows it (decisions, section 3). */
function Received() {
  useReloadWhenRestored();
  const { data } = useApplicant({ isSettled: hasPaymentArrived });
  const [isShown, setIsShown] = useState(false);
  if (hasPaymentArrived(data?.status) && !isShown) setIsShown(true);
  if (!isShown) return <Finalized isShown={false} />;
  return (
    <Decision state={paid} otherwise="next">
      <Finalized isShown />
    </Decision>
  );
}

function Finalized({ isShown }: { isShown: boolean }) {
  const { title, text, waiting } = texts.finalized;
  return (
    <PaymentMade title={title} picture="done">
      <p className="lead" role="status">
        {isShown ? text : waiting}
      </p>
    </PaymentMade>
  );
}

/**
 * `/applicant/pending_pay_verification` (journey specification, section 2). Providers may send applicants back here,
 * so any other status opens its own page (decisions, section 3).
 */
export function PendingPayVerification() {
  const { title, text } = texts.pending;
  return (
    <StepGuard title={texts.statusTitle} state={paid} otherwise="next" isWaiting>
      {() => (
        <PaymentMade title={title} picture="waiting">
          <p className="lead">{text}</p>
        </PaymentMade>
      )}
    </StepGuard>
  );
}
