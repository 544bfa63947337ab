import type { Exam } from '@one-planet/contract';
import { useAtomValue } from 'jotai';
import { useRef, useState } from 'react';
import { LogInAgain } from '../../applicant/log-in-again.tsx';
import { contentAtom, sessionAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import { checkClock, now, onCorrection } from '../../site/clock.ts';
import type { Profile } from '../../site/records.ts';
import { askAsApplicant } from '../../site/responses.ts';
import { ownerOf } from '../../site/stored-session.ts';
import { formTexts as shared } from '../../texts/form-words.ts';
import { asClock } from '../../texts/formats.ts';
import { useMessageDialog } from '../../ui/form/dialog.tsx';
import { Spinner } from '../../ui/loading.tsx';
import {
  examOf,
  keepAttempt,
  keepSize,
  moveDeadline,
  readAttempt,
  readSize,
  sizeOf,
  startAttempt,
} from './attempt.ts';
import { sampleTexts, examTexts as texts } from './exam-words.ts';
import { Question } from './questions.tsx';

/** How much of the session must be left to start: the test's duration is only known once it runs. */
const assumedMs = 30 * 60_000;

interface StartExamProps {
  /** Missing while it is being read: then nothing can be started, and all that needs no profile is there. */
  profile?: Profile;
  /** Loads what shows the running test: without that, the clock must not start. */
  prepare: () => Promise<unknown>;
}

/** Shown before the test: the button that starts it. */
export function StartExam({ profile, prepare }: StartExamProps) {
  const site = useSite();
  const session = useAtomValue(sessionAtom);
  const [dialog, showMessage] = useMessageDialog();
  const [busy, setBusy] = useState(false);
  const [needsLogIn, setNeedsLogIn] = useState(false);
  const underway = useRef(false);
  const email = session?.email ?? '';
  const owner = ownerOf(email);
  const [lastSize] = useState(() => readSize(owner));
  const minutes = useAtomValue(contentAtom).exam?.minutes ?? lastSize?.[1];

  const create = async () => {
    const clock = checkClock();
    const isReady = await prepare().then(
      () => true,
      () => false,
    );
    if (!isReady) return showMessage(texts.network);
    await clock;
    const askedAt = now();
    const { status, body, message } = await askAsApplicant(site, site.api.exams.create());
    const exam = status === 201 ? examOf(body) : undefined;
    if (exam) {
      keepSize(owner, sizeOf(exam));
      const before = readAttempt(owner);
      const attempt = startAttempt(owner, exam, askedAt, before);
      keepAttempt(attempt);
      if (attempt.deadline !== before?.deadline)
        onCorrection((errorMs) => moveDeadline(owner, exam, -errorMs));
    } else if (status === 0) showMessage(texts.network);
    else if (status !== 401) showMessage(message || shared.tryLater, { title: texts.oops });
  };
  const start = async () => {
    if (underway.current) return;
    if (session && session.endsAt - now() < assumedMs) {
      setNeedsLogIn(true);
      return;
    }
    underway.current = true;
    setBusy(true);
    await create();
    underway.current = false;
    setBusy(false);
  };

  return (
    <div className="before-exam">
      <p className="lead">
        {texts.welcome([profile?.firstName, profile?.middleName].filter(Boolean).join(' '))}
      </p>
      {minutes !== undefined && (
        <p className="clock">
          <span>{texts.timeLeft}</span> <b>{asClock(minutes * 60)}</b>
        </p>
      )}
      <BeforeStart lastSize={lastSize} />
      {profile ? (
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
      ) : (
        <Spinner />
      )}
      <details className="samples">
        <summary>{texts.samples}</summary>
        <Samples />
      </details>
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

/** What to know before the clock starts: how long, what is allowed, what happens without a connection, how often. */
function BeforeStart({ lastSize }: { lastSize: ReturnType<typeof readSize> }) {
  const { questions, minutes, allowed = [], repeats } = useAtomValue(contentAtom).exam ?? {};
  const { before } = texts;
  const items = [
    questions && minutes
      ? before.size(texts.size(questions, minutes))
      : lastSize && texts.lastTime(texts.size(...lastSize)),
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
      <ul>{items.map((item) => item && <li key={item}>{item}</li>)}</ul>
    </>
  );
}

/** Three questions like those of the test, which say at once whether the answer is right. */
export function Samples() {
  return (
    <>
      <p>{sampleTexts.lead}</p>
      {sampleTexts.questions.map((sample, at) => (
        <Sample key={sample.text} sample={sample} number={at + 1} />
      ))}
    </>
  );
}

interface SampleProps {
  sample: (typeof sampleTexts.questions)[number];
  /** 1 for the first. */
  number: number;
}

function Sample({ sample, number }: SampleProps) {
  const { right, why } = sample;
  const [answer, setAnswer] = useState<number>();
  const question = asked(sample, number);
  const { choiceText = '', label } = question.questionDto.questionChoiceDtoList[right] ?? {};
  const verdict =
    answer === right ? sampleTexts.right(why) : sampleTexts.wrong(`${label}. ${choiceText}`, why);
  return (
    <div className="sample">
      <Question
        question={question}
        number={number}
        all={sampleTexts.questions.length}
        answer={answer}
        onAnswer={(choice) => setAnswer(Number(choice))}
      />
      <p role="status" data-right={answer === right}>
        {answer !== undefined && verdict}
      </p>
    </div>
  );
}

/** A sample as the server sends a question; a choice's id is its place. */
function asked({ text, choices }: SampleProps['sample'], number: number): Asked {
  return {
    id: `sample-${number}`,
    questionDto: {
      questionText: text,
      questionChoiceDtoList: choices.map((choiceText, id) => ({
        id,
        label: 'ABCD'[id],
        choiceText,
      })),
    },
  };
}

type Asked = Exam['examQuestionDtoList'][number];
