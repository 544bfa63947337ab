import { useAtomValue } from 'jotai';
import { use, useState } from 'react';
import { Redirect } from 'wouter';
import { StepPage } from '../../applicant/step-page.tsx';
import { findOnlyTestOwner } from '../../offline/exam-storage.ts';
import { loginPath } from '../../site/addresses.ts';
import { hydratedAtom, sessionAtom } from '../../site/atoms.ts';
import { paths } from '../../site/routes.ts';
import { ownerOf } from '../../site/stored-session.ts';
import { InfoPanel } from '../../ui/blocks.tsx';
import { lazyExport } from '../../ui/lazy-part.tsx';
import { useAttempt } from './attempt.ts';
import { examTexts as texts } from './exam-words.ts';
import type { RunningExamProps } from './running-exam.tsx';
import { StartExam } from './start-exam.tsx';
import '../../styles/exam.css';

const runningExam = lazyExport(() => import('./running-exam.tsx'), 'RunningExam');

/** `/applicant/take_exam`: the Digital Literacy Test (journey specification, sections 2, 4 and 8). */
export function TakeExam() {
  const session = useAtomValue(sessionAtom);
  const hydrated = useAtomValue(hydratedAtom);
  const own = session && ownerOf(session.email);
  // Whose test it is stays known when the session ends in the middle of it.
  const [owner, setOwner] = useState(() => own ?? findOnlyTestOwner());
  if (own && own !== owner) setOwner(own);
  const attempt = useAttempt(own ?? owner ?? '');
  // Before any guard: a running test must go on even if the status can't be read, or nobody is logged in in this tab.
  if (hydrated && attempt) return <Running attempt={attempt} session={session} />;
  if (hydrated && !session)
    return <Redirect to={loginPath(paths.takeExam + location.search)} replace />;
  return (
    <StepPage
      texts={texts}
      step="exams.submit"
      withProgress={false}
      waiting={<StartExam prepare={runningExam.load} />}
      panel={
        <InfoPanel texts={texts.info}>
          <p>{texts.info.notice}</p>
        </InfoPanel>
      }
    >
      {(profile) => <StartExam profile={profile} prepare={runningExam.load} />}
    </StepPage>
  );
}

/** Loaded before the test starts; after a reload it is waited for. */
function Running(props: RunningExamProps) {
  const RunningExam = use(runningExam.load());
  return <RunningExam {...props} />;
}
