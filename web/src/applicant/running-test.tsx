/** A test that runs while she is on another page: every page of hers says so, and leads back. */
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import {
  examKey,
  findOnlyTestOwner,
  hasPassedTest,
  readStoredTest,
  type StoredTest,
} from '../offline/exam-storage.ts';
import { useApplicant } from '../site/applicant-queries.ts';
import { sessionAtom, useIsPast, useOnDevice, useTimeLeft } from '../site/atoms.ts';
import { paths } from '../site/routes.ts';
import { ownerOf } from '../site/stored-session.ts';
import { runningTestTexts as texts } from '../texts/applicant-words.ts';
import { asClock } from '../texts/formats.ts';
import { Text } from '../ui/blocks.tsx';

/**
 * @returns the test of whoever is logged in, or the only one on this device where nobody is, whose answers the server does
 *   not have yet, as far as the status is known; follows what other tabs change
 */
export function useKeptTest(): StoredTest | undefined {
  const email = useAtomValue(sessionAtom)?.email;
  const owner = email === undefined ? (findOnlyTestOwner() ?? '') : ownerOf(email);
  const test = readStoredTest(useOnDevice(examKey(owner)));
  const { data } = useApplicant({ isEnabled: false });
  return hasPassedTest(data?.status) ? undefined : test;
}

/** The line on every page but the test's own. When the time is over it leads there, so that the answers are submitted. */
export function RunningTest() {
  const test = useKeptTest();
  const [path] = useLocation();
  if (!test || path.toLowerCase() === paths.takeExam) return null;
  return (
    <p className="notice running-test">
      <span>{test.isSubmitted ? <Text>{texts.notSubmitted}</Text> : <TimeLeft {...test} />}</span>{' '}
      <Link to={paths.takeExam}>{texts.goBack}</Link>
    </p>
  );
}

function TimeLeft({ deadline, minutes, hasAnswers }: StoredTest) {
  const left = Math.min(useTimeLeft(deadline), minutes * 60);
  const isOver = useIsPast(deadline);
  const isLoggedIn = useAtomValue(sessionAtom) !== null;
  const [, navigate] = useLocation();
  const isToSubmit = isOver && hasAnswers && isLoggedIn;
  useEffect(() => {
    // Not an entry of the history: Back would lead here again.
    if (isToSubmit) navigate(paths.takeExam, { replace: true });
  }, [isToSubmit, navigate]);
  return <Text>{isOver ? texts.over : texts.running(asClock(left))}</Text>;
}
