import type { Profile } from '@one-planet/contract';
import { useRef, useState } from 'react';
import { LogInAgain } from '../../applicant/log-in-again.tsx';
import { ask } from '../../site/answers.ts';
import { useSession } from '../../site/session.ts';
import { useSite } from '../../site/site.ts';
import { useMessageDialog } from '../../ui/form/message-dialog.tsx';
import { texts as shared } from '../../words/forms.ts';
import { isExam, ownerOf, startAttempt } from './attempt.ts';
import { keepAttempt, readAttempt } from './attempt-store.ts';
import { texts } from './words.ts';

/** How much of the session must be left to start: the test's duration is only known once it runs. */
const assumedMs = 30 * 60_000;

/** Shown before the test: the button that starts it. */
export function StartExam({ profile: { firstName, middleName } }: { profile: Profile }) {
  const site = useSite();
  const session = useSession();
  const [dialog, tell] = useMessageDialog();
  const [busy, setBusy] = useState(false);
  const [needsLogIn, setNeedsLogIn] = useState(false);
  const underway = useRef(false);
  const email = session?.email ?? '';

  const start = async () => {
    if (underway.current) return;
    if (session && session.endsAt - Date.now() < assumedMs) return setNeedsLogIn(true);
    underway.current = true;
    setBusy(true);
    const askedAt = Date.now();
    const { status, body, message } = await ask(site, site.api.exams.create());
    underway.current = false;
    setBusy(false);
    if (status === 201 && isExam(body)) {
      const owner = ownerOf(email);
      keepAttempt(startAttempt(owner, body, askedAt, readAttempt(owner)));
    } else if (status === 0) tell(texts.network);
    else if (status !== 401) tell(message || shared.tryLater, { title: texts.oops });
  };

  return (
    <div className="before-exam">
      <p className="lead">{texts.welcome([firstName, middleName].filter(Boolean).join(' '))}</p>
      <p className="clock">
        <span>{texts.timeLeft}</span> <b>{texts.notStarted}</b>
      </p>
      <p>{texts.startsWithTest}</p>
      <p className="actions">
        <button
          type="button"
          className="button primary"
          aria-disabled={busy}
          onClick={() => void start()}
        >
          {busy ? texts.starting : texts.start}
        </button>
      </p>
      {dialog}
      {needsLogIn && (
        <LogInAgain
          email={email}
          reason={texts.sessionFirst}
          onClose={() => setNeedsLogIn(false)}
        />
      )}
    </div>
  );
}
