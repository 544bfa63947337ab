import { useState } from 'react';
import { type Attempt, unanswered } from '../attempt.ts';
import { texts } from './words.ts';

interface OverviewProps {
  attempt: Attempt;
  onGo: (at: number) => void;
  onCheck: () => void;
}

/** The numbers of all questions, with links to each and which are answered; folded away on a phone. */
export function Overview({ attempt, onGo, onCheck }: OverviewProps) {
  const { examQuestionDtoList: questions } = attempt.exam;
  const open = new Set(unanswered(attempt));
  const [isWide] = useState(() => matchMedia('(min-width: 60rem)').matches);
  return (
    <nav className="panel overview" aria-label={texts.overview}>
      <details open={isWide}>
        <summary>{texts.overview}</summary>
        <ol>
          {questions.map(({ id }, at) => {
            const isAnswered = !open.has(at + 1);
            return (
              <li key={id}>
                <button
                  type="button"
                  data-answered={isAnswered}
                  aria-current={at === attempt.at ? 'step' : undefined}
                  aria-label={texts.goTo(at + 1, isAnswered)}
                  onClick={() => onGo(at)}
                >
                  {at + 1}
                </button>
              </li>
            );
          })}
        </ol>
        <button type="button" className="button" onClick={onCheck}>
          {texts.check.title}
        </button>
      </details>
    </nav>
  );
}
