import { useAtomValue } from 'jotai';
import { use, useState } from 'react';
import { Redirect } from 'wouter';
import { StepPage } from '../../applicant/step-page.tsx';
import { findOnlyExamOwnerHash } from '../../offline/exam-storage.ts';
import { makeLoginPath } from '../../site/addresses.ts';
import { isHydratedAtom, sessionAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import { ownerHashOf } from '../../site/owner.ts';
import { paths } from '../../site/routes.ts';
import { lazyExport } from '../../ui/lazy-part.tsx';
import { useAttempt } from './attempt.ts';
import { examTexts as texts } from './exam-words.ts';
import type { RunningExamProps } from './running-exam.tsx';
import { StartExam } from './start-exam.tsx';
import '../../styles/exam.css';

const lazyRunningExam = lazyExport(() => import('./running-exam.tsx'), 'RunningExam');

/** `/applicant/take_exam`: the Digital Literacy Test (specification/journey §2, §4, §8). */
export function TakeExam() {
  const { clock } = useSite();
  const session = useAtomValue(sessionAtom);
  const isHydrated = useAtomValue(isHydratedAtom);
  const sessionOwnerHash = session && ownerHashOf(session.email);
  // The owner is remembered, so that the test stays on screen when the session ends during it.
  const [ownerHash, setOwner] = useState(() => sessionOwnerHash ?? findOnlyExamOwnerHash(clock));
  if (sessionOwnerHash && sessionOwnerHash !== ownerHash) setOwner(sessionOwnerHash);
  const attempt = useAttempt(sessionOwnerHash ?? ownerHash ?? '');
  // A running test goes on even if the status can't be read, or nobody is logged in in this tab: it needs no guard.
  if (isHydrated && attempt) return <LoadedRunningExam attempt={attempt} session={session} />;
  if (isHydrated && !session)
    return <Redirect to={makeLoginPath(paths.takeExam + location.search)} replace />;
  return (
    <StepPage
      texts={texts}
      step="exams.submit"
      showsProgress={false}
      placeholder={<StartExam prepare={lazyRunningExam.load} />}
    >
      {(profile) => <StartExam profile={profile} prepare={lazyRunningExam.load} />}
    </StepPage>
  );
}

/** The running test. Its script is loaded before a test starts; after a reload the page suspends until it is loaded. */
function LoadedRunningExam(props: RunningExamProps) {
  const RunningExam = use(lazyRunningExam.load());
  return <RunningExam {...props} />;
}
