/** The notice on every page that a test of the applicant is running, with a link back to it. */
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import {
  examKeyOf,
  findOnlyExamOwnerHash,
  hasPassedTest,
  readStoredTest,
  type StoredTest,
} from '../offline/exam-storage.ts';
import { useApplicant } from '../site/applicant-queries.ts';
import { sessionAtom, useStoredValue } from '../site/atoms.ts';
import { useSite } from '../site/client.ts';
import { ownerHashOf } from '../site/owner.ts';
import { paths } from '../site/routes.ts';
import { useIsPast, useTimeLeft } from '../site/times.ts';
import { runningTestTexts as texts } from '../texts/applicant-words.ts';
import { formatClock } from '../texts/formats.ts';
import { Text } from '../ui/blocks.tsx';

/**
 * @returns the test on this device whose answers the server does not have yet: that of the applicant who is logged in, or,
 *   if nobody is, the only one; `undefined` if there is none. It is updated when another tab changes the test.
 */
export function useUndeliveredExam(): StoredTest | undefined {
  const { clock } = useSite();
  const email = useAtomValue(sessionAtom)?.email;
  const ownerHash = email === undefined ? (findOnlyExamOwnerHash(clock) ?? '') : ownerHashOf(email);
  const exam = readStoredTest(useStoredValue(examKeyOf(ownerHash)));
  const { data } = useApplicant({ isEnabled: false });
  return hasPassedTest(data?.status) ? undefined : exam;
}

/** Shown on every page except the test's own. When the time is over it opens that page, which submits the answers. */
export function RunningExamNotice() {
  const exam = useUndeliveredExam();
  const [path] = useLocation();
  if (!exam || path.toLowerCase() === paths.takeExam) return null;
  return (
    <p className="notice running-test">
      <span>{exam.isSubmitted ? <Text>{texts.notSubmitted}</Text> : <TimeLeft {...exam} />}</span>{' '}
      <Link to={paths.takeExam}>{texts.goBack}</Link>
    </p>
  );
}

function TimeLeft({ deadline, minutes, hasAnswers }: StoredTest) {
  const secondsLeft = Math.min(useTimeLeft(deadline), minutes * 60);
  const isTimeOver = useIsPast(deadline);
  const isLoggedIn = useAtomValue(sessionAtom) !== null;
  const [, navigate] = useLocation();
  const shouldSubmit = isTimeOver && hasAnswers && isLoggedIn;
  useEffect(() => {
    // Replaces the history entry: otherwise Back would return to this page, which would open the test again.
    if (shouldSubmit) navigate(paths.takeExam, { replace: true });
  }, [shouldSubmit, navigate]);
  return <Text>{isTimeOver ? texts.over : texts.running(formatClock(secondsLeft))}</Text>;
}
