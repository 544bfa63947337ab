import {
  type ApplicantState,
  applicantStates,
  isApplicantState,
  lifecycle,
} from '@one-planet/contract/lifecycle';
import { useAtomValue, useSetAtom } from 'jotai';
import { type ReactNode, useEffect, useLayoutEffect, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { draftNameOf, readDraft } from '../offline/drafts.ts';
import { applicantOutboxAtom, formNameOfStep, type WaitingStep } from '../offline/outbox-items.ts';
import { findProceedPath } from '../offline/steps.ts';
import { decisionPollMs, useApplicant } from '../site/applicant-queries.ts';
import { noticeAtom, sessionAtom } from '../site/atoms.ts';
import type { Profile } from '../site/records.ts';
import { paths } from '../site/routes.ts';
import { keysOf } from '../site/unchecked.ts';
import { applicantTexts as texts } from '../texts/applicant-words.ts';
import { formatProgress } from '../texts/step-count.ts';
import { Confirmation } from '../ui/blocks.tsx';
import { Heading } from '../ui/heading.tsx';
import { Retry, TallSkeleton } from '../ui/loading.tsx';
import { WaitingNotice } from './outbox.tsx';
import '../styles/applicant.css';

interface StepGuardProps {
  /** The state the page belongs to: `lifecycle[…].from` of what it sends, or `.to` of what it confirms. */
  pageState: ApplicantState;
  /** The heading while the state is unknown, for a page whose own heading is inside `children`. */
  title?: string;
  /** Where an applicant in another state is sent. Default: home. */
  redirectTo?: 'home' | 'next';
  /** Shown while the status is being read. Default: a skeleton. */
  placeholder?: ReactNode;
  /** Shows `placeholder` even if the status can't be read: the previous page passed on enough data for it. */
  keepsPlaceholderOnError?: boolean;
  /** The page waits for a decision of the college, and leads on once it has been made. */
  awaitsDecision?: boolean;
  children: (profile: Profile) => ReactNode;
}

/**
 * Shows a step only to applicants in its state, which is read from the server (specification/journey §2). Once shown,
 * the step stays, because submitting it changes the state.
 */
export function StepGuard({
  pageState,
  title,
  redirectTo = 'home',
  placeholder,
  keepsPlaceholderOnError,
  awaitsDecision,
  children,
}: StepGuardProps) {
  const { data, isFetching, isError, refetch } = useApplicant();
  const [shownProfile, setShownProfile] = useState<Profile>();

  useReloadWhenRestored();

  const unsentItems = useAtomValue(applicantOutboxAtom);
  const unsentItem = unsentItems.find(({ step }) => lifecycle[step].from === pageState);
  // While the previous step still waits to be sent, the server's status is behind: this step is shown all the same.
  const unsentPreviousItem = unsentItems.find(({ step }) => lifecycle[step].to === pageState);
  if (unsentItem) return <WaitingNotice item={unsentItem} />;
  if (shownProfile && awaitsDecision) {
    return (
      <AwaitDecision pageState={pageState} redirectTo={redirectTo}>
        {children(shownProfile)}
      </AwaitDecision>
    );
  }
  if (shownProfile) return children(shownProfile);
  if (unsentPreviousItem) {
    setShownProfile(unsentPreviousItem.profile);
    return null;
  }
  if (isError && !isFetching && !keepsPlaceholderOnError) {
    const retry = <Retry hasDrawing text={texts.statusFailed} onRetry={refetch} />;
    if (title === undefined) return retry;
    return (
      <div className="page narrow">
        <Heading>{title}</Heading>
        {retry}
      </div>
    );
  }
  if (!data || isFetching || isError)
    return (
      placeholder ?? (title === undefined ? <TallSkeleton /> : <LoadingStatus title={title} />)
    );
  if (data.status === pageState) {
    setShownProfile(data);
    return null;
  }
  return <RedirectFromStep status={data.status} redirectTo={redirectTo} pageState={pageState} />;
}

type RedirectTarget = NonNullable<StepGuardProps['redirectTo']>;

interface RedirectFromStepProps {
  status: string;
  redirectTo: RedirectTarget;
  /** The state of the page that is left. A notice says so if input that was typed there was never sent. */
  pageState: ApplicantState;
}

/** Redirects an applicant from a page that does not belong to her state. */
function RedirectFromStep({ status, redirectTo, pageState }: RedirectFromStepProps) {
  const [path] = useLocation();
  const email = useAtomValue(sessionAtom)?.email;
  const setNotice = useSetAtom(noticeAtom);
  useLayoutEffect(() => {
    const step = keysOf(formNameOfStep).find(
      (candidate) => lifecycle[candidate].from === pageState,
    );
    const isStatusLater =
      isApplicantState(status) &&
      applicantStates.indexOf(status) > applicantStates.indexOf(pageState);
    // A payment's draft is kept even after sending, because staff may reject the payment. So finding one does not mean that
    // something was not sent.
    if (!step || step === 'payments.makeOffline' || !isStatusLater) return;
    const typedValues = Object.values(readDraft(draftNameOf(formNameOfStep[step], email)));
    if (typedValues.some(Boolean)) setNotice({ text: texts.notSent });
  }, [status, pageState, email, setNotice]);
  const nextPath = redirectTo === 'next' ? findProceedPath(status) : undefined;
  return <Redirect to={nextPath && nextPath !== path ? nextPath : paths.home} replace />;
}

interface AwaitDecisionProps {
  /** The state that waits for the decision. */
  pageState: ApplicantState;
  redirectTo: RedirectTarget;
  children: ReactNode;
}

/** A page that waits for a decision of the college: it reads the status again and again, and redirects once it changes. */
export function AwaitDecision({ pageState, redirectTo, children }: AwaitDecisionProps) {
  const isDecided = (status = '') => status !== '' && status !== pageState;
  const { data } = useApplicant({ isSettled: isDecided, pollMs: decisionPollMs });
  if (data && isDecided(data.status))
    return <RedirectFromStep status={data.status} redirectTo={redirectTo} pageState={pageState} />;
  return children;
}

/**
 * Reloads a page that the browser restores from the back/forward cache, e.g. after a visit to a payment provider, because
 * its status may be out of date. Drafts are stored, so that reloading loses no input.
 */
export function useReloadWhenRestored(): void {
  useEffect(() => {
    const reloadIfRestored = ({ persisted }: PageTransitionEvent) => {
      if (persisted) location.reload();
    };
    addEventListener('pageshow', reloadIfRestored);
    return () => removeEventListener('pageshow', reloadIfRestored);
  }, []);
}

/** The page while the status is being read. Its drawing stands where that of the page itself follows. */
function LoadingStatus({ title }: { title: string }) {
  return (
    <Confirmation title={title} pictureName="waiting">
      <p className="lead">{texts.statusLoading}</p>
      <TallSkeleton />
    </Confirmation>
  );
}

interface StepPageProps extends Pick<StepGuardProps, 'redirectTo' | 'placeholder' | 'children'> {
  /** The operation that the page sends; applicants in the state it starts from see the page. */
  step: WaitingStep | 'exams.submit';
  texts: { title: string; lead?: string };
  /** Shows a line above the title, e.g. `Step 3 of 9: payment of the fee`. */
  showsProgress?: boolean;
  /** What to know about the step, folded below it. */
  panel?: ReactNode;
}

/** The page of a step. Its heading is prerendered; `children` follow once the applicant's status is known. */
export function StepPage({ step, texts, showsProgress = true, panel, ...guard }: StepPageProps) {
  const { from } = lifecycle[step];
  return (
    <div className="page narrow">
      {showsProgress && <p className="eyebrow">{formatProgress(from)}</p>}
      <Heading>{texts.title}</Heading>
      {texts.lead && <p className="lead">{texts.lead}</p>}
      <StepGuard pageState={from} {...guard} />
      {panel}
    </div>
  );
}
