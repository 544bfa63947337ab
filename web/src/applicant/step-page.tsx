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
import {
  applicantOutboxAtom,
  formOfStep,
  lifecycleRowOf,
  type WaitingStep,
} from '../offline/outbox-items.ts';
import { proceedPath } from '../offline/steps.ts';
import { decisionPollMs, useApplicant } from '../site/applicant-queries.ts';
import { noticeAtom, sessionAtom } from '../site/atoms.ts';
import type { Profile } from '../site/records.ts';
import { paths } from '../site/routes.ts';
import { keysOf } from '../site/unchecked.ts';
import { applicantTexts as texts } from '../texts/applicant-words.ts';
import { progressOf } from '../texts/formats.ts';
import { Heading } from '../ui/heading.tsx';
import { Retry, TallSkeleton } from '../ui/loading.tsx';
import { WaitingNotice } from './outbox.tsx';
import '../styles/applicant.css';

interface StepGuardProps {
  /** The state the page belongs to: `lifecycle[…].from` of what it sends, or `.to` of what it confirms. */
  state: ApplicantState;
  /** Heading of a page that has none of its own while its state is unknown. */
  title?: string;
  /** Where an applicant in another state is sent. Default: home. */
  otherwise?: 'home' | 'next';
  /** Shown while the status is unknown. Default: a skeleton. */
  waiting?: ReactNode;
  /** The previous page passed on enough to show `waiting` even if the status can't be read. */
  trusts?: boolean;
  /** The page waits for a decision of the college, and is left once that is there. */
  isWaiting?: boolean;
  children: (profile: Profile) => ReactNode;
}

/**
 * Shows a step only to applicants in its state, which is read from the server (journey specification, section 2).
 * Once shown it stays, because what it sends changes the state.
 */
export function StepGuard({
  state,
  title,
  otherwise = 'home',
  waiting,
  trusts,
  isWaiting,
  children,
}: StepGuardProps) {
  const { data, isFetching, isError, refetch } = useApplicant();
  const [admitted, setAdmitted] = useState<Profile>();

  useReloadWhenRestored();

  const unsent = useAtomValue(applicantOutboxAtom);
  const own = unsent.find(({ step }) => lifecycleRowOf(step).from === state);
  // Where the step before waits, the server does not know yet that this one has come.
  const before = unsent.find(({ step }) => lifecycleRowOf(step).to === state);
  if (own) return <WaitingNotice item={own} />;
  if (admitted && isWaiting) {
    return (
      <Decision state={state} otherwise={otherwise}>
        {children(admitted)}
      </Decision>
    );
  }
  if (admitted) return children(admitted);
  if (before) {
    setAdmitted(before.profile);
    return null;
  }
  if (isError && !isFetching && !trusts) {
    return framed(title, <Retry hasDrawing text={texts.statusFailed} onRetry={refetch} />);
  }
  if (!data || isFetching || isError) return waiting ?? framed(title, <TallSkeleton />);
  if (data.status === state) {
    setAdmitted(data);
    return null;
  }
  return <Elsewhere status={data.status} otherwise={otherwise} left={state} />;
}

type Otherwise = NonNullable<StepGuardProps['otherwise']>;

interface ElsewhereProps {
  status: string;
  otherwise: Otherwise;
  /** The state of the page that is left: what was typed there and not sent stays in the tab, which is said. */
  left: ApplicantState;
}

/** Leads an applicant away from a page that is not for her state. */
function Elsewhere({ status, otherwise, left }: ElsewhereProps) {
  const [path] = useLocation();
  const email = useAtomValue(sessionAtom)?.email;
  const setNotice = useSetAtom(noticeAtom);
  useLayoutEffect(() => {
    const step = keysOf(formOfStep).find((one) => lifecycleRowOf(one).from === left);
    const isLater =
      isApplicantState(status) && applicantStates.indexOf(status) > applicantStates.indexOf(left);
    // A payment that was sent keeps its draft: staff may reject it.
    if (!step || step === 'payments.makeOffline' || !isLater) return;
    const typed = Object.values(readDraft(draftNameOf(formOfStep[step], email)));
    if (typed.some(Boolean)) setNotice({ text: texts.notSent });
  }, [status, left, email, setNotice]);
  const next = otherwise === 'next' ? proceedPath(status) : undefined;
  return <Redirect to={next && next !== path ? next : paths.home} replace />;
}

interface DecisionProps {
  /** The state that waits for the decision. */
  state: ApplicantState;
  otherwise: Otherwise;
  children: ReactNode;
}

/** A page that waits for a decision of the college: it looks for it by itself, and goes where that leads. */
export function Decision({ state, otherwise, children }: DecisionProps) {
  const isDecided = (status = '') => status !== '' && status !== state;
  const { data } = useApplicant({ isSettled: isDecided, pollMs: decisionPollMs });
  if (data && isDecided(data.status))
    return <Elsewhere status={data.status} otherwise={otherwise} left={state} />;
  return children;
}

/**
 * A page restored from the back/forward cache, e.g. after a visit to a payment provider, may be out of date. Drafts are
 * kept, so reloading loses nothing.
 */
export function useReloadWhenRestored(): void {
  useEffect(() => {
    const comesBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) location.reload();
    };
    addEventListener('pageshow', comesBack);
    return () => removeEventListener('pageshow', comesBack);
  }, []);
}

function framed(title: string | undefined, content: ReactNode): ReactNode {
  if (title === undefined) return content;
  return (
    <div className="page narrow">
      <Heading>{title}</Heading>
      {content}
    </div>
  );
}

interface StepPageProps extends Pick<StepGuardProps, 'otherwise' | 'waiting' | 'children'> {
  /** The page sends it: its state is the page's. */
  step: WaitingStep | 'exams.submit';
  texts: { title: string; lead?: string };
  /** Above the title stands e.g. `Step 3 of 9: payment of the fee`. */
  withProgress?: boolean;
  /** Beside the step. */
  panel?: ReactNode;
}

/** A step's page. The heading is prerendered; what depends on the applicant's status comes after it. */
export function StepPage({ step, texts, withProgress = true, panel, ...guard }: StepPageProps) {
  const { from } = lifecycle[step];
  return (
    <div className={panel ? 'page with-panel' : 'page narrow'}>
      <div>
        {withProgress && <p className="eyebrow">{progressOf(from)}</p>}
        <Heading>{texts.title}</Heading>
        {texts.lead && <p className="lead">{texts.lead}</p>}
        <StepGuard state={from} {...guard} />
      </div>
      {panel}
    </div>
  );
}
