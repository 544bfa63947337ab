import { lifecycle } from '@one-planet/contract/lifecycle';
import { StepPage } from '../../applicant/step-page.tsx';
import { useSession } from '../../site/session.ts';
import { InfoPanel } from '../../ui/info-panel.tsx';
import { ownerOf } from './attempt.ts';
import { useAttempt } from './attempt-store.ts';
import { RunningExam } from './running-exam.tsx';
import { StartExam } from './start-exam.tsx';
import { texts } from './words.ts';

/** `/applicant/take_exam`: the Digital Literacy Test (journey specification, sections 2, 4 and 8). */
export function TakeExam() {
  const session = useSession();
  const attempt = useAttempt(ownerOf(session?.email ?? ''));
  // No guard here: a running test must go on even if the status can't be read.
  if (session && attempt) return <RunningExam attempt={attempt} session={session} />;
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
      {(profile) => <StartExam profile={profile} />}
    </StepPage>
  );
}
