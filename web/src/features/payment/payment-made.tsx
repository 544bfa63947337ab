import { lifecycle } from '@one-planet/contract/lifecycle';
import { type ReactNode, useState } from 'react';
import { Link } from 'wouter';
import { receiptPath } from '../../addresses.ts';
import { useApplicant } from '../../applicant/reads.ts';
import { showsPayment, useSentPayment } from '../../applicant/sent-payment.ts';
import { Decision, StepGuard, useReloadWhenRestored } from '../../applicant/step-page.tsx';
import { useContent } from '../../content/use-content.ts';
import { paths } from '../../routes.ts';
import { useNavigationState } from '../../site/navigation-state.ts';
import { useSession } from '../../site/session.ts';
import { textOf } from '../../site/unchecked.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { WhatNext } from '../../ui/what-next.tsx';
import { texts as frame } from '../../words/frame.ts';
import { texts } from './words.ts';

const { to: paid } = lifecycle['payments.makeOffline'];

interface PaymentMadeProps {
  title: string;
  picture: 'done' | 'waiting';
  children: ReactNode;
}

/** A payment that is waiting for staff. */
function PaymentMade({ title, picture, children }: PaymentMadeProps) {
  const { verification } = useContent().takes ?? {};
  const first = verification ? texts.compareWithin(verification) : texts.compare;
  // Passed on only by a payment that was just made.
  const code = textOf(useNavigationState().paymentCode);
  return (
    <Confirmation title={title} picture={picture}>
      {children}
      <WhatNext steps={[first, ...texts.next]} />
      <p className="actions">
        <Link className="button primary" to={paths.home}>
          {frame.goHome}
        </Link>
        {code && (
          <Link className="button" to={receiptPath(code)}>
            {texts.receipt}
          </Link>
        )}
      </p>
    </Confirmation>
  );
}

/** `/applicant/finalize_payment`: the deposit was reported (journey specification, section 2). */
export function FinalizePayment() {
  const email = useSession()?.email ?? '';
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
  const { data } = useApplicant({ until: showsPayment });
  const [isShown, setIsShown] = useState(false);
  if (showsPayment(data?.status) && !isShown) setIsShown(true);
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
  return (
    <StepGuard title={texts.statusTitle} state={paid} otherwise="next" isWaiting>
      {() => <Pending />}
    </StepGuard>
  );
}

function Pending() {
  const { title, text } = texts.pending;
  return (
    <PaymentMade title={title} picture="waiting">
      <p className="lead">{text}</p>
    </PaymentMade>
  );
}
