import type { Profile } from '@one-planet/contract';
import type { ApplicantState } from '@one-planet/contract/lifecycle';
import { type ReactNode, useEffect, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { paths } from '../routes.ts';
import { Heading } from '../ui/heading.tsx';
import { Retry } from '../ui/retry.tsx';
import { Waiting } from '../ui/skeleton.tsx';
import { texts } from '../words/applicant.ts';
import { useApplicant } from './reads.ts';
import { pageOf } from './steps.ts';

interface StepGuardProps {
  /** The state in which the page is shown: `lifecycle[…].from` of what it sends, `.to` of what it confirms. */
  state: ApplicantState;
  /** The heading of a page that has none of its own until its state is known. */
  title?: string;
  /** Where other states lead. Default: home. */
  otherwise?: 'home' | 'next';
  /** Shown until the status is known. Default: grey lines. */
  waiting?: ReactNode;
  /** The page before told enough to show `waiting` even where the status can't be read. */
  trusts?: boolean;
  children: (profile: Profile) => ReactNode;
}

/**
 * Shows a step only in its state, as the server tells it now (journey specification, section 2). Once shown, it
 * stays: what it sends moves the state itself.
 */
export function StepGuard({
  state,
  title,
  otherwise = 'home',
  waiting,
  trusts,
  children,
}: StepGuardProps) {
  const [path] = useLocation();
  const { data, isFetching, isError, refetch } = useApplicant();
  const [admitted, setAdmitted] = useState<Profile>();

  useEffect(() => {
    // A page that the browser kept aside while she was elsewhere, e.g. at a payment provider, may be out of date.
    // Drafts are kept, so nothing is lost by loading it again.
    const comesBack = ({ persisted }: PageTransitionEvent) => {
      if (persisted) location.reload();
    };
    addEventListener('pageshow', comesBack);
    return () => removeEventListener('pageshow', comesBack);
  }, []);

  if (admitted) return children(admitted);
  if (isError && !isFetching && !trusts) {
    return framed(title, <Retry text={texts.statusFailed} again={refetch} />);
  }
  if (!data || isFetching || isError) return waiting ?? framed(title, <Waiting />);
  if (data.status === state) {
    setAdmitted(data);
    return null;
  }
  const next = otherwise === 'next' ? pageOf(data.status) : undefined;
  return <Redirect to={next && next !== path ? next : paths.home} replace />;
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
  texts: { title: string; progress?: string; lead?: string };
  /** Stands beside it. */
  panel?: ReactNode;
}

/** A step's page: its heading is in the prerendered HTML, what needs the applicant's status comes after it. */
export function StepPage({ texts, panel, ...guard }: StepPageProps) {
  return (
    <div className={panel ? 'page with-panel' : 'page narrow'}>
      <div>
        {texts.progress && <p className="eyebrow">{texts.progress}</p>}
        <Heading>{texts.title}</Heading>
        {texts.lead && <p className="lead">{texts.lead}</p>}
        <StepGuard {...guard} />
      </div>
      {panel}
    </div>
  );
}
