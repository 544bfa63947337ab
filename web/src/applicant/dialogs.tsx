/** The applicant's dialogs, loaded when they are due: no page waits for them. */
import type { ComponentProps } from 'react';
import { lazily } from '../site/lazily.ts';
import { LazyPart } from '../ui/lazy-part.tsx';

const logInAgain = lazily(() => import('./dialogs/log-in-again.tsx'));
const dearApplicant = lazily(() => import('./dialogs/dear-applicant.tsx'));
const examRuns = lazily(() => import('./dialogs/exam-runs.tsx'));

/** For what a press asks for: the dialog is loaded before it is shown, or the press is answered otherwise. */
export const loadDialog = { logInAgain: logInAgain.load, examRuns: examRuns.load };

export function LogInAgain(
  props: ComponentProps<typeof import('./dialogs/log-in-again.tsx').default>,
) {
  return <LazyPart of={logInAgain} props={props} />;
}

export function DearApplicant() {
  return <LazyPart of={dearApplicant} props={{}} />;
}

export function ExamRuns(props: ComponentProps<typeof import('./dialogs/exam-runs.tsx').default>) {
  return <LazyPart of={examRuns} props={props} />;
}
