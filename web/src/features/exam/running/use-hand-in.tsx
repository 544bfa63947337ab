import type { ExamResult } from '@one-planet/contract';
import { type ReactNode, useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { paths } from '../../../routes.ts';
import { profileKey } from '../../../site/queries.ts';
import { useSite } from '../../../site/site.ts';
import { useMessageDialog } from '../../../ui/form/message-dialog.tsx';
import type { Attempt } from '../attempt.ts';
import { dropAttempt } from '../attempt-store.ts';
import { texts as shared } from '../words.ts';
import { type HandedIn, handIn } from './hand-in.ts';
import { texts } from './words.ts';

const pauses = { firstMs: 1_000, longestMs: 15_000, forOtherTabMs: 5_000 };

/** How far a handing in is. */
export interface Sending {
  /** The attempts that got no answer. */
  tries: number;
  /** When the last one ended, in milliseconds since 1970. */
  triedAt: number;
  /** What the server said last, if anything. */
  said: string;
}

interface HandInOptions {
  /** Nobody is logged in without one, and nothing is sent. */
  email: string | undefined;
  /** False: another tab has just started to hand it in; it goes first and shows the result. */
  isOurs: boolean;
}

/**
 * Hands in a test that has its `results`, then opens the result page.
 * @returns how far it is, the function that tries again at once, and the dialog of a refusal, if there is one
 */
export function useHandIn(
  attempt: Attempt,
  { email, isOurs }: HandInOptions,
): [sending: Sending, tryNow: () => void, dialog: ReactNode] {
  const site = useSite();
  const [, navigate] = useLocation();
  const [dialog, tell] = useMessageDialog();
  const [sending, setSending] = useState<Sending>({ tries: 0, triedAt: 0, said: '' });
  const goOn = useRef(() => {});
  const isHandedIn = attempt.results !== undefined;
  const isLoggedIn = email !== undefined;

  const drop = () => dropAttempt(attempt.owner);
  const finish = (handedIn: HandedIn) => {
    const { outcome } = handedIn;
    if (outcome === 'gone') return;
    if (outcome === 'refused') {
      tell(handedIn.message || texts.lost, { title: shared.oops, onClose: drop });
      return;
    }
    site.queries.removeQueries({ queryKey: profileKey(email ?? '') });
    const state = {
      owner: attempt.owner,
      ...(outcome === 'result'
        ? { ...resultState(handedIn.result), arrivedAt: Date.now() }
        : outcome === 'failed' && { result: 'Fail', resultDesc: 'Fail' }),
    };
    navigate(paths.examResult, { state, replace: true });
    drop();
  };

  const begin = useEffectEvent((signal: AbortSignal) =>
    handIn(site, attempt, {
      email: email ?? '',
      signal,
      onUnanswered: (said) =>
        setSending(({ tries }) => ({ tries: tries + 1, triedAt: Date.now(), said })),
      pause: (sendings) =>
        new Promise((resolve) => {
          goOn.current = resolve;
          const { firstMs, longestMs } = pauses;
          const timer = setTimeout(resolve, Math.min(longestMs, firstMs * 2 ** (sendings - 1)));
          const now = () => {
            clearTimeout(timer);
            resolve();
          };
          signal.addEventListener('abort', now, { once: true });
          addEventListener('online', now, { once: true, signal });
        }),
      finish: (handedIn) => {
        if (!signal.aborted) finish(handedIn);
      },
    }),
  );
  useEffect(() => {
    if (!isHandedIn || !isLoggedIn) return;
    const control = new AbortController();
    const wait = isOurs ? 0 : pauses.forOtherTabMs;
    const timer = setTimeout(() => void begin(control.signal), wait);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [isHandedIn, isLoggedIn, isOurs]);

  return [sending, () => goOn.current(), dialog];
}

/** Passed to the result page (journey specification, section 2). */
function resultState({ result, resultDesc, paymentDto, bankAccountList }: ExamResult) {
  return {
    result,
    resultDesc,
    paymentDescription: paymentDto?.description,
    paymentCode: paymentDto?.paymentCode,
    paymentAmount: paymentDto?.paymentAmount,
    isOffline: paymentDto?.isOffline,
    bankAccountList,
  };
}
