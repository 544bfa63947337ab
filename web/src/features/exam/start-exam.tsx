import { lifecycle } from '@one-planet/contract/lifecycle';
import { useAtomValue, useSetAtom } from 'jotai';
import { useRef, useState } from 'react';
import { ExamRefusal, useExamRefusal } from '../../applicant/exam-refusal.tsx';
import { LogInAgain } from '../../applicant/log-in-again.tsx';
import { readStatus } from '../../site/applicant-queries.ts';
import { contentAtom, examRefusalAtom, sessionAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import { ownerHashOf } from '../../site/owner.ts';
import type { Profile } from '../../site/records.ts';
import { awaitResponse } from '../../site/responses.ts';
import { examRefusalTexts } from '../../texts/applicant-words.ts';
import { formTexts } from '../../texts/form-words.ts';
import { formatClock, formatPersonName } from '../../texts/formats.ts';
import { ContactDetails } from '../../ui/blocks.tsx';
import { useMessageDialog } from '../../ui/form/dialog.tsx';
import { Spinner } from '../../ui/loading.tsx';
import {
  examSizeOf,
  keepAttempt,
  keepExamSize,
  moveDeadline,
  readAttempt,
  readExam,
  readExamSize,
  startAttempt,
} from './attempt.ts';
import { examTexts as texts } from './exam-words.ts';
import { SampleQuestions } from './sample-questions.tsx';

/** How much of the session must be left to start a test, whose duration is not known before it runs. */
const neededSessionMs = 30 * 60_000;

interface StartExamProps {
  /** `undefined` while it is being read: then the button is missing, and the rest of the page is shown. */
  profile?: Profile;
  /** Loads the script of the running test. The test is not started without it, because its clock would already run. */
  prepare: () => Promise<unknown>;
}

/** The page before the test: what to know, the button that starts it, and sample questions. */
export function StartExam({ profile, prepare }: StartExamProps) {
  const site = useSite();
  const { clock } = site;
  const session = useAtomValue(sessionAtom);
  const [dialog, showMessage] = useMessageDialog();
  const [isStarting, setIsStarting] = useState(false);
  const [mustLogIn, setMustLogIn] = useState(false);
  const isStartingRef = useRef(false);
  const email = session?.email ?? '';
  const ownerHash = ownerHashOf(email);
  const [lastExamSize] = useState(() => readExamSize(ownerHash));
  const minutes = useAtomValue(contentAtom).exam?.minutes ?? lastExamSize?.[1];
  const setRefusal = useSetAtom(examRefusalAtom);
  const refusalNotice = useExamRefusal();

  const createAndStartExam = async () => {
    const clockPromise = clock.check();
    const isReady = await prepare().then(
      () => true,
      () => false,
    );
    if (!isReady) return showMessage(texts.network, { blamesConnection: true });
    await clockPromise;
    const requestedAt = clock.now();
    const { status, body, message } = await awaitResponse(site.api.exams.create());
    const exam = status === 201 ? readExam(body) : undefined;
    if (exam) {
      keepExamSize(ownerHash, examSizeOf(exam));
      const earlierAttempt = readAttempt(ownerHash);
      const attempt = startAttempt(ownerHash, exam, requestedAt, earlierAttempt);
      keepAttempt(attempt);
      if (attempt.deadline !== earlierAttempt?.deadline)
        clock.onCorrection((errorMs) => moveDeadline(ownerHash, exam, -errorMs));
    } else if (status === 0)
      showMessage(texts.network, {
        blamesConnection: true,
        secondMessage: { text: texts.mayHaveStarted },
      });
    else if (status !== 401) {
      // A refusal because of another state says nothing about her attempts.
      const isRefused = status !== 201 && status !== 'undeclared';
      if (isRefused && (await readStatus(site, email)) === lifecycle['exams.submit'].from)
        setRefusal({ owner: ownerHash, notice: message ?? { text: '' } });
      // After the button is gone, so that closing the dialog does not give the focus to it.
      showMessage(message ?? formTexts.tryLater, { title: texts.oops });
    }
  };
  const start = async () => {
    if (isStartingRef.current) return;
    if (session && session.endsAt - clock.now() < neededSessionMs) {
      setMustLogIn(true);
      return;
    }
    isStartingRef.current = true;
    setIsStarting(true);
    await createAndStartExam();
    isStartingRef.current = false;
    setIsStarting(false);
  };

  return (
    <>
      {refusalNotice === undefined ? (
        <div className="before-exam">
          <p className="lead">
            {texts.welcome(
              formatPersonName([profile?.firstName, profile?.middleName].filter(Boolean).join(' ')),
            )}
          </p>
          {minutes !== undefined && (
            <p className="clock">
              <span>{texts.timeLeft}</span> <b>{formatClock(minutes * 60)}</b>
            </p>
          )}
          <BeforeYouStart lastExamSize={lastExamSize} />
          {profile ? (
            <p className="actions">
              <button
                type="button"
                className="button primary"
                aria-disabled={isStarting}
                onClick={() => void start()}
              >
                {isStarting ? texts.starting : texts.start}
              </button>
            </p>
          ) : (
            <Spinner />
          )}
          <details className="samples">
            <summary>{texts.samples}</summary>
            <SampleQuestions />
          </details>
        </div>
      ) : (
        <>
          <h2>{examRefusalTexts.title}</h2>
          <ExamRefusal notice={refusalNotice}>
            <ContactDetails />
          </ExamRefusal>
        </>
      )}
      {dialog}
      {mustLogIn && (
        <LogInAgain
          email={email}
          reasonText={texts.sessionFirst}
          onClose={() => setMustLogIn(false)}
        />
      )}
    </>
  );
}

/** What to know before the clock starts: the length, what is allowed, lost connections, the end, repeats. */
function BeforeYouStart({ lastExamSize }: { lastExamSize: ReturnType<typeof readExamSize> }) {
  const { questions, minutes, allowed = [], repeats } = useAtomValue(contentAtom).exam ?? {};
  const { before } = texts;
  const instructions = [
    questions && minutes
      ? before.size(texts.size(questions, minutes))
      : lastExamSize && texts.lastTime(texts.size(...lastExamSize)),
    texts.startsWithTest,
    ...allowed,
    before.change,
    texts.info.safe,
    before.timeUp,
    before.otherDevice,
    repeats ?? before.repeats,
  ];
  return (
    <>
      <h2>{before.title}</h2>
      <ul>{instructions.map((item) => item && <li key={item}>{item}</li>)}</ul>
    </>
  );
}
