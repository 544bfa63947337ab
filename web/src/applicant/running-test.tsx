/** A test that runs while she is on another page: every page of hers says so, and leads back. */
import { lifecycle } from '@one-planet/contract/lifecycle';
import { useAtomValue } from 'jotai';
import { useEffect } from 'react';
import { Link, useLocation } from 'wouter';
import { sessionAtom, useIsPast, useOnDevice, useTimeLeft } from '../app/atoms.ts';
import { useApplicant } from '../app/reads.ts';
import { paths } from '../app/routes.ts';
import { examKey, type KeptTest, readKeptTest } from '../offline/exam-storage.ts';
import { ownerOf } from '../offline/stored-session.ts';
import { runningTestTexts as texts } from '../texts/applicant-words.ts';
import { asClock } from '../texts/formats.ts';
import { Text } from '../ui/blocks.tsx';

/**
 * @returns her test on this device whose answers the server does not have yet, as far as her status is known; follows
 *   what other tabs change
 */
export function useKeptTest(): KeptTest | undefined {
  const owner = ownerOf(useAtomValue(sessionAtom)?.email ?? '');
  const test = readKeptTest(useOnDevice(examKey(owner)));
  const { data } = useApplicant({ wanted: false });
  const hasPassed = data !== undefined && data.status !== lifecycle['exams.submit'].from;
  return hasPassed ? undefined : test;
}

/** The line on every page but the test's own. When the time is over it leads there, so that the answers are submitted. */
export function RunningTest() {
  const test = useKeptTest();
  const [path] = useLocation();
  if (!test || path.toLowerCase() === paths.takeExam) return null;
  return (
    <p className="notice running-test">
      <span>{test.isSubmitted ? <Text>{texts.unsent}</Text> : <TimeLeft {...test} />}</span>{' '}
      <Link to={paths.takeExam}>{texts.goBack}</Link>
    </p>
  );
}

function TimeLeft({ deadline }: KeptTest) {
  const left = useTimeLeft(deadline);
  const isOver = useIsPast(deadline);
  const [, navigate] = useLocation();
  useEffect(() => {
    if (isOver) navigate(paths.takeExam);
  }, [isOver, navigate]);
  return <Text>{texts.running(asClock(left))}</Text>;
}
