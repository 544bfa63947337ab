import { Text } from '../../../ui/text.tsx';
import { type Attempt, unanswered } from '../attempt.ts';
import { isSame } from './question.tsx';
import { texts } from './words.ts';

interface CheckAnswersProps {
  attempt: Attempt;
  /** The answers are on their way: nothing can be changed any more. */
  busy: boolean;
  /** @param at the question to go to; missing: the one she came from */
  onBack: (at?: number) => void;
  onFinalize: () => void;
}

/** Every question with its answer, and the button that hands them in. */
export function CheckAnswers({ attempt, busy, onBack, onFinalize }: CheckAnswersProps) {
  const { exam, answers } = attempt;
  const { check } = texts;
  const open = unanswered(attempt);
  const back = (at?: number) => busy || onBack(at);
  return (
    <section className="check" aria-label={check.title}>
      <p className={open.length > 0 ? 'retry' : undefined}>
        {open.length > 0 ? check.open(open.length, open.join(', ')) : check.none}
      </p>
      <ol>
        {exam.examQuestionDtoList.map(({ id, questionDto }, at) => {
          const answer = questionDto.questionChoiceDtoList.find((choice) =>
            isSame(answers[String(id)], choice.id),
          );
          return (
            <li key={id} data-answered={answer !== undefined}>
              <div>
                <p>{`${at + 1}. ${questionDto.questionText}`}</p>
                <p>
                  <b>
                    {answer
                      ? [answer.label && `${answer.label}.`, answer.choiceText].join(' ')
                      : check.notAnswered}
                  </b>
                </p>
              </div>
              <button
                type="button"
                className="button"
                aria-disabled={busy}
                onClick={() => back(at)}
              >
                <Text>{answer ? check.change : check.answer}</Text>
                <span className="hidden">{check.of(at + 1)}</span>
              </button>
            </li>
          );
        })}
      </ol>
      <p className="actions">
        <button type="button" className="button accent" aria-disabled={busy} onClick={onFinalize}>
          {busy ? texts.finalizing : texts.finalize}
        </button>
        <button type="button" className="button" aria-disabled={busy} onClick={() => back()}>
          {check.back}
        </button>
      </p>
    </section>
  );
}
