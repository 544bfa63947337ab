import type { ExamResult } from '@one-planet/contract';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'wouter';
import { paths } from '../../routes.ts';
import { profileKey } from '../../site/queries.ts';
import { useSite } from '../../site/site.ts';
import { useMessageDialog } from '../../ui/form/message-dialog.tsx';
import type { Attempt } from './attempt.ts';
import { dropAttempt } from './attempt-store.ts';
import { type HandedIn, handIn } from './hand-in.ts';
import { texts } from './words.ts';

const pauses = { firstMs: 1_000, longestMs: 15_000, forOtherTabMs: 5_000 };

interface HandingInProps {
  attempt: Attempt;
  email: string;
  isOver: boolean;
  /** False: another tab has just started to hand it in; it goes first and shows the result. */
  isOurs: boolean;
}

/** Hands in the test, shows the progress, then opens the result. */
export function HandingIn({ attempt, email, isOver, isOurs }: HandingInProps) {
  const site = useSite();
  const [, navigate] = useLocation();
  const [dialog, tell] = useMessageDialog();
  const [trouble, setTrouble] = useState<string>();
  const goOn = useRef(() => {});

  const drop = () => dropAttempt(attempt.owner);
  const finish = (handedIn: HandedIn) => {
    const { outcome } = handedIn;
    if (outcome === 'gone') return;
    if (outcome === 'refused') {
      tell(handedIn.message || texts.lost, { title: texts.oops, onClose: drop });
      return;
    }
    site.queries.removeQueries({ queryKey: profileKey(email) });
    const state =
      outcome === 'result'
        ? resultState(handedIn.result)
        : outcome === 'failed'
          ? { result: 'Fail', resultDesc: 'Fail' }
          : null;
    navigate(paths.examResult, { state, replace: true });
    drop();
  };

  const begin = useEffectEvent((signal: AbortSignal) =>
    handIn(site, attempt, {
      email,
      signal,
      onUnanswered: setTrouble,
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
    const control = new AbortController();
    const wait = isOurs ? 0 : pauses.forOtherTabMs;
    const timer = setTimeout(() => void begin(control.signal), wait);
    return () => {
      clearTimeout(timer);
      control.abort();
    };
  }, [isOurs]);

  return (
    <>
      <div className="retry" role="status">
        <p>
          {trouble === undefined
            ? isOver
              ? texts.timeIsUp
              : texts.sending
            : texts.unanswered(trouble)}
        </p>
        {trouble !== undefined && (
          <button type="button" className="link" onClick={() => goOn.current()}>
            {texts.tryNow}
          </button>
        )}
      </div>
      {dialog}
    </>
  );
}

/** Passed to the result page (journey specification, section 2). */
function resultState({ result, resultDesc, paymentDto, bankAccountList }: ExamResult) {
  return {
    result,
    resultDesc,
    paymentDescription: paymentDto?.description,
    paymentCode: paymentDto?.paymentCode,
    // Some servers write numbers as text.
    paymentAmount: paymentDto && Number(paymentDto.paymentAmount),
    isOffline: paymentDto?.isOffline,
    bankAccountList,
  };
}
