import { Link } from 'wouter';
import type { Question } from '../content/questions.ts';
import { questions as texts } from '../content/words.ts';
import { paths } from '../routes.ts';
import { Text } from './text.tsx';

interface QuestionsProps {
  questions: readonly Question[];
  /** On the page that says how to ask one. */
  isContact?: boolean;
}

/** Questions that open to their answers, and the way to ask another. */
export function Questions({ questions, isContact }: QuestionsProps) {
  return (
    <section className="questions">
      <h2>{texts.title}</h2>
      {questions.map(({ question, answer }) => (
        <details key={question + answer}>
          <summary>{question}</summary>
          <p>{answer}</p>
        </details>
      ))}
      {!isContact && (
        <p>
          <Text>{texts.more}</Text> <Link to={paths.contact}>{texts.ask}</Link>
        </p>
      )}
    </section>
  );
}
