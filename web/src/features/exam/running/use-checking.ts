import type { Id } from '@one-planet/contract';
import { useEffect, useRef } from 'react';
import { useLocation } from 'wouter';
import { useHistoryState } from 'wouter/use-browser-location';
import { fieldsOf } from '../../../site/unchecked.ts';

/**
 * Whether all answers are shown to be checked. That is a step of the browser's history: Back leads to the question, and
 * a reload stays.
 * @param exam the id of the running test: another one does not begin with the answers
 */
export function useChecking(exam: Id): [isChecking: boolean, check: () => void, leave: () => void] {
  const [path, navigate] = useLocation();
  const { checks } = fieldsOf(useHistoryState());
  const isChecking = checks === exam;
  const isLeaving = useRef(false);
  useEffect(() => {
    if (isChecking) isLeaving.current = false;
  }, [isChecking]);
  // Once: a double click would leave the test.
  const leave = () => {
    if (isLeaving.current) return;
    isLeaving.current = true;
    history.back();
  };
  return [isChecking, () => navigate(path, { state: { checks: exam } }), leave];
}
