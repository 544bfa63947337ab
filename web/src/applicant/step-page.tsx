import type { Profile } from '@one-planet/contract';
import type { ApplicantState } from '@one-planet/contract/states';
import type { ReactNode } from 'react';
import { Heading } from '../ui/heading.tsx';
import { StepGuard } from './step-guard.tsx';

interface StepPageProps {
  texts: { title: string; progress?: string; lead?: string };
  /** The state in which the step is offered. */
  state: ApplicantState;
  otherwise?: 'home' | 'next';
  waiting?: ReactNode;
  /** Stands beside it. */
  panel?: ReactNode;
  children: (profile: Profile) => ReactNode;
}

/** A step's page: its heading stands in the prerendered HTML, what needs the applicant's status comes after it. */
export function StepPage({ texts, state, panel, children, ...guard }: StepPageProps) {
  return (
    <div className={panel ? 'page with-panel' : 'page narrow'}>
      <div>
        {texts.progress && <p className="eyebrow">{texts.progress}</p>}
        <Heading>{texts.title}</Heading>
        {texts.lead && <p className="lead">{texts.lead}</p>}
        <StepGuard {...guard} states={[state]}>
          {children}
        </StepGuard>
      </div>
      {panel}
    </div>
  );
}
