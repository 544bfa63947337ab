import { type Attempt, unanswered } from './attempt.ts';
import { texts } from './words.ts';

interface OverviewProps {
  attempt: Attempt;
  onGo: (at: number) => void;
}

/** The numbers of all questions, with links to each and which are answered. */
export function Overview({ attempt, onGo }: OverviewProps) {
  const { examQuestionDtoList: questions } = attempt.exam;
  const open = new Set(unanswered(attempt));
  return (
    <nav className="panel overview" aria-label={texts.overview}>
      <h2>{texts.overview}</h2>
      <p>{texts.open(open.size, questions.length)}</p>
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
                disabled={attempt.results !== undefined}
                onClick={() => onGo(at)}
              >
                {at + 1}
              </button>
            </li>
          );
        })}
      </ol>
    </nav>
  );
}
