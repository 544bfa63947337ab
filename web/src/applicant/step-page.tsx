import type { ApplicantState } from '@one-planet/contract/lifecycle';
import { type ReactNode, useEffect, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { paths } from '../routes.ts';
import { Heading } from '../ui/heading.tsx';
import { Retry } from '../ui/retry.tsx';
import { TallSkeleton } from '../ui/skeleton.tsx';
import { texts } from '../words/applicant.ts';
import { Waits } from './outbox.tsx';
import { decisionMs, type Profile, useApplicant } from './reads.ts';
import { pageOf } from './steps.ts';
import { rowOf, useWaiting } from './waiting.ts';
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

  const unsent = useWaiting();
  const own = unsent.find(({ step }) => rowOf(step).from === state);
  // Where the step before waits, the server does not know yet that this one has come.
  const before = unsent.find(({ step }) => rowOf(step).to === state);
  if (own) return <Waits item={own} />;
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
    return framed(title, <Retry alone text={texts.statusFailed} again={refetch} />);
  }
  if (!data || isFetching || isError) return waiting ?? framed(title, <TallSkeleton />);
  if (data.status === state) {
    setAdmitted(data);
    return null;
  }
  return <Elsewhere status={data.status} otherwise={otherwise} />;
}

type Otherwise = NonNullable<StepGuardProps['otherwise']>;

/** Leads an applicant away from a page that is not for her state. */
function Elsewhere({ status, otherwise }: { status: string; otherwise: Otherwise }) {
  const [path] = useLocation();
  const next = otherwise === 'next' ? pageOf(status) : undefined;
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
  const { data } = useApplicant({ until: isDecided, everyMs: decisionMs });
  if (data && isDecided(data.status))
    return <Elsewhere status={data.status} otherwise={otherwise} />;
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

interface StepPageProps extends Omit<StepGuardProps, 'title' | 'trusts'> {
  texts: { title: string; lead?: string };
  /** Stands above the title, e.g. `Step 3 of 9: payment of the fee`. */
  progress?: string;
  /** Beside the step. */
  panel?: ReactNode;
}

/** A step's page. The heading is prerendered; what depends on the applicant's status comes after it. */
export function StepPage({ texts, progress, panel, ...guard }: StepPageProps) {
  return (
    <div className={panel ? 'page with-panel' : 'page narrow'}>
      <div>
        {progress && <p className="eyebrow">{progress}</p>}
        <Heading>{texts.title}</Heading>
        {texts.lead && <p className="lead">{texts.lead}</p>}
        <StepGuard {...guard} />
      </div>
      {panel}
    </div>
  );
}
