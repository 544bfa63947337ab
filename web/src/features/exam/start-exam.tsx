import { useRef, useState } from 'react';
import { LogInAgain, loadDialog } from '../../applicant/dialogs.tsx';
import type { Profile } from '../../applicant/reads.ts';
import { ask } from '../../site/answers.ts';
import { ownerOf } from '../../site/owner.ts';
import { useSession } from '../../site/session.ts';
import { useSite } from '../../site/site.ts';
import { useMessageDialog } from '../../ui/form/message-dialog.tsx';
import { texts as shared } from '../../words/forms.ts';
import { sizeOf, startAttempt } from './attempt.ts';
import { keepAttempt, readAttempt } from './attempt-store.ts';
import { examOf } from './exam-of.ts';
import { keepSize, readSize } from './last-size.ts';
import { SamplesToTry } from './samples-to-try.tsx';
import { texts } from './words.ts';

/** How much of the session must be left to start: the test's duration is only known once it runs. */
const assumedMs = 30 * 60_000;

interface StartExamProps {
  profile: Profile;
  /** Loads what shows the running test: without that, the clock must not start. */
  prepare: () => Promise<unknown>;
}

/** Shown before the test: the button that starts it. */
export function StartExam({ profile: { firstName, middleName }, prepare }: StartExamProps) {
  const site = useSite();
  const session = useSession();
  const [dialog, tell] = useMessageDialog();
  const [busy, setBusy] = useState(false);
  const [needsLogIn, setNeedsLogIn] = useState(false);
  const underway = useRef(false);
  const email = session?.email ?? '';
  const owner = ownerOf(email);
  const [lastSize] = useState(() => readSize(owner));

  const create = async () => {
    const isReady = await prepare().then(
      () => true,
      () => false,
    );
    if (!isReady) return tell(texts.network);
    const askedAt = Date.now();
    const { status, body, message } = await ask(site, site.api.exams.create());
    const exam = status === 201 ? examOf(body) : undefined;
    if (exam) {
      keepSize(owner, sizeOf(exam));
      keepAttempt(startAttempt(owner, exam, askedAt, readAttempt(owner)));
    } else if (status === 0) tell(texts.network);
    else if (status !== 401) tell(message || shared.tryLater, { title: texts.oops });
  };
  const start = async () => {
    if (underway.current) return;
    if (session && session.endsAt - Date.now() < assumedMs) {
      return loadDialog.logInAgain().then(
        () => setNeedsLogIn(true),
        () => tell(texts.network),
      );
    }
    underway.current = true;
    setBusy(true);
    await create();
    underway.current = false;
    setBusy(false);
  };

  return (
    <div className="before-exam">
      <p className="lead">{texts.welcome([firstName, middleName].filter(Boolean).join(' '))}</p>
      <p className="clock">
        <span>{texts.timeLeft}</span> <b>{texts.notStarted}</b>
      </p>
      <p>
        {[texts.startsWithTest, lastSize && texts.lastTime(texts.size(...lastSize))]
          .filter(Boolean)
          .join(' ')}
      </p>
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
      <SamplesToTry />
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
