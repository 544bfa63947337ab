import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import { ExamRefusal, useExamRefusal } from '../../applicant/exam-refusal.tsx';
import { LoginDialog } from '../../applicant/login-dialog.tsx';
import { contentAtom, sessionAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import { ownerHashOf } from '../../site/owner.ts';
import type { Profile } from '../../site/records.ts';
import { examRefusalTexts } from '../../texts/applicant-words.ts';
import { formatClock, formatPersonName } from '../../texts/formats.ts';
import { ContactDetails, DescriptionList, InfoPanel } from '../../ui/blocks.tsx';
import { useMessageDialog } from '../../ui/form/dialog.tsx';
import { Spinner } from '../../ui/loading.tsx';
import { readExamMinutes } from './attempt.ts';
import { createExam } from './create-exam.ts';
import { examTexts as texts } from './exam-words.ts';
import { SampleQuestions } from './sample-questions.tsx';

interface StartExamProps {
  /** `undefined` while it is being read: then the button is missing, and the rest of the page is shown. */
  profile?: Profile;
  /** Loads the script of the running test, without which no test is started. */
  prepare: () => Promise<unknown>;
}

/** The page before the test: what to know, the button that starts it, and sample questions. */
export function StartExam({ profile, prepare }: StartExamProps) {
  const refusalNotice = useExamRefusal();
  const { isStarting, start, dialogs } = useStart(prepare);
  return (
    <>
      {refusalNotice === undefined ? (
        <div className="before-exam">
          <BeforeYouStart profile={profile} />
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
          <details>
            <summary>{texts.samples}</summary>
            <SampleQuestions />
          </details>
          <AboutTheTest />
        </div>
      ) : (
        <>
          <h2>{examRefusalTexts.title}</h2>
          <ExamRefusal notice={refusalNotice}>
            <ContactDetails />
          </ExamRefusal>
        </>
      )}
      {dialogs}
    </>
  );
}

/** How much of the session must be left to start a test, whose duration is not known before it runs. */
const neededSessionMs = 30 * 60_000;

/** @returns the function that starts a test, whether it does, and the dialogs that say why it did not */
function useStart(prepare: StartExamProps['prepare']) {
  const site = useSite();
  const session = useAtomValue(sessionAtom);
  const email = session?.email ?? '';
  const [messageDialog, showMessage] = useMessageDialog();
  const [needsLogin, setNeedsLogin] = useState(false);
  const [isStarting, setIsStarting] = useState(false);
  const isStartingRef = useRef(false);
  const start = async () => {
    if (isStartingRef.current) return;
    if (session && session.endsAt - site.clock.now() < neededSessionMs) {
      setNeedsLogin(true);
      return;
    }
    isStartingRef.current = true;
    setIsStarting(true);
    await createExam(site, { email, prepare, showMessage });
    isStartingRef.current = false;
    setIsStarting(false);
  };
  const dialogs = (
    <>
      {messageDialog}
      {needsLogin && (
        <LoginDialog
          email={email}
          reasonText={texts.sessionFirst}
          onClose={() => setNeedsLogin(false)}
        />
      )}
    </>
  );
  return { isStarting, start, dialogs };
}

/** A welcome, the facts of the test as far as they are known, and what to know before the clock starts. */
function BeforeYouStart({ profile }: { profile: Profile | undefined }) {
  const { allowed = [], questions } = useAtomValue(contentAtom).exam ?? {};
  const minutes = useExamMinutes();
  const givenNames = [profile?.firstName, profile?.middleName].filter(Boolean).join(' ');
  const facts = [
    minutes && ([texts.timeLeft, texts.clock(formatClock(minutes * 60))] as const),
    questions && ([texts.questions, questions] as const),
  ].filter((fact) => typeof fact === 'object');
  return (
    <>
      <p className="lead">{texts.welcome(formatPersonName(givenNames))}</p>
      {facts.length > 0 && <DescriptionList facts={facts} />}
      <ul>
        {[...allowed, texts.startsWithTest, texts.before.timeUp, texts.before.kept].map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
    </>
  );
}

/** @returns how many minutes the test has: as many as her last one, otherwise what the college says */
function useExamMinutes(): number | undefined {
  const { email = '' } = useAtomValue(sessionAtom) ?? {};
  const { minutes } = useAtomValue(contentAtom).exam ?? {};
  const [lastExamMinutes] = useState(() => readExamMinutes(ownerHashOf(email)));
  return lastExamMinutes ?? minutes;
}

/** Everything else about the test, folded. */
function AboutTheTest() {
  const { repeats = texts.before.repeats } = useAtomValue(contentAtom).exam ?? {};
  const { title, items, notice } = texts.info;
  return (
    <InfoPanel texts={{ title, items: [...items, ...texts.before.more, repeats] }}>
      <p>{notice}</p>
    </InfoPanel>
  );
}
