import { lifecycle } from '@one-planet/contract/lifecycle';
import { use, useState } from 'react';
import { Redirect } from 'wouter';
import { loginPath } from '../../addresses.ts';
import { StepPage } from '../../applicant/step-page.tsx';
import { paths } from '../../routes.ts';
import { ownerOfOnlyExam } from '../../site/exam-storage.ts';
import { useHydrated } from '../../site/hydrated.ts';
import { lazily } from '../../site/lazily.ts';
import { ownerOf } from '../../site/owner.ts';
import { useSession } from '../../site/session.ts';
import { InfoPanel } from '../../ui/info-panel.tsx';
import { useAttempt } from './attempt-store.ts';
import type { RunningExamProps } from './running/running-exam.tsx';
import { StartExam } from './start-exam.tsx';
import { texts } from './words.ts';
import '../../styles/exam.css';

const runningExam = lazily(() => import('./running/running-exam.tsx'));

/** `/applicant/take_exam`: the Digital Literacy Test (journey specification, sections 2, 4 and 8). */
export function TakeExam() {
  const session = useSession();
  const hydrated = useHydrated();
  const own = session && ownerOf(session.email);
  // Whose test it is stays known when the session ends in the middle of it.
  const [owner, setOwner] = useState(() => own ?? ownerOfOnlyExam());
  if (own && own !== owner) setOwner(own);
  const attempt = useAttempt(own ?? owner ?? '');
  // Before any guard: a running test must go on even if the status can't be read, or nobody is logged in in this tab.
  if (hydrated && attempt) return <Running attempt={attempt} session={session} />;
  if (hydrated && !session)
    return <Redirect to={loginPath(paths.takeExam + location.search)} replace />;
  return (
    <StepPage
      texts={texts}
      state={lifecycle['exams.submit'].from}
      waiting={
        <div className="before-exam">
          <span className="spinner" />
        </div>
      }
      panel={
        <InfoPanel texts={texts.info}>
          <p>{texts.info.safe}</p>
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
