import type { Profile } from '@one-planet/contract';
import { type ApplicantState, isApplicantState, proceedTo } from '@one-planet/contract/states';
import { type ReactNode, useEffect, useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { paths } from '../routes.ts';
import { Heading } from '../ui/heading.tsx';
import { Retry } from '../ui/retry.tsx';
import { Waiting } from '../ui/waiting.tsx';
import { texts } from '../words/steps.ts';
import { useApplicant } from './profile.ts';

interface StepGuardProps {
  /** The heading of a page that has none of its own until its state is known. */
  title?: string;
  /** The states in which the page is shown. */
  states: readonly ApplicantState[];
  /** Where other states lead. Default: home. */
  otherwise?: 'home' | 'next';
  /** What stands there until the status is known. Default: grey lines. */
  waiting?: ReactNode;
  /** The page before told enough to show the page at once: it stands there until the status says otherwise. */
  trusts?: boolean;
  children: (profile: Profile) => ReactNode;
}

/**
 * Shows what a step is made of only in its states, as the server tells them now (journey specification, section
 * 2). Once shown, it stays: what it sends moves the state itself.
 */
export function StepGuard({ title, states, otherwise, waiting, trusts, children }: StepGuardProps) {
  const [path] = useLocation();
  const { data, isFetching, isError, refetch } = useApplicant();
  const [admitted, setAdmitted] = useState<Profile>();

  useEffect(() => {
    // A page that the browser kept aside while she was elsewhere, e.g. at a payment provider, may be out of date.
    // Drafts are kept, so nothing is lost by loading it anew.
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
  if (isOneOf(states, data.status)) {
    setAdmitted(data);
    return null;
  }
  return <Redirect to={elsewhere(data.status, otherwise, path)} replace />;
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

function isOneOf(states: readonly string[], status: string): boolean {
  return states.includes(status);
}

function elsewhere(status: string, otherwise: 'home' | 'next' = 'home', path: string): string {
  const next = otherwise === 'next' && isApplicantState(status) ? proceedTo[status] : undefined;
  return next && next !== path ? next : paths.home;
}
