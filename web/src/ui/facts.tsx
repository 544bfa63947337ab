/** What the college says about itself, from `content.json`: its main facts, and the answers to frequent questions. */
import { Link } from 'wouter';
import { type Question, useMainFacts } from '../site/content.ts';
import { factTexts, questionTexts } from '../site/content-words.ts';
import { paths } from '../site/routes.ts';
import { Text } from './blocks.tsx';

interface QuestionsProps {
  questions: readonly Question[];
  /** True on the contact page itself, which needs no link to ask a question. */
  isOnContactPage?: boolean;
}

/** The most questions that are shown at once; of more, the first four are. */
const mostShown = 5;

/** Questions that open to show their answers, the later ones folded once more, and a link to ask another one. */
export function Questions({ questions, isOnContactPage }: QuestionsProps) {
  const shownCount = questions.length > mostShown ? mostShown - 1 : mostShown;
  return (
    <section className="questions">
      <h2>{questionTexts.title}</h2>
      <QuestionList questions={questions.slice(0, shownCount)} />
      {questions.length > shownCount && (
        <details>
          <summary>{questionTexts.all}</summary>
          <QuestionList questions={questions.slice(shownCount)} />
        </details>
      )}
      {!isOnContactPage && (
        <p>
          <Text>{questionTexts.more}</Text> <Link to={paths.contact}>{questionTexts.ask}</Link>
        </p>
      )}
    </section>
  );
}

function QuestionList({ questions }: Pick<QuestionsProps, 'questions'>) {
  return questions.map(({ question, answer }) => (
    <details key={question + answer}>
      <summary>{question}</summary>
      <p>{answer}</p>
    </details>
  ));
}

/** The four most important facts, see `useMainFacts`. */
export function Facts({ isBelowHero = false }: { isBelowHero?: boolean }) {
  return (
    <section className="glance" aria-label={factTexts.label}>
      <dl>
        {useMainFacts(isBelowHero).map(({ label, value, note, linkAddress }) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>
              <strong>
                {linkAddress ? (
                  <a href={linkAddress} rel="noreferrer">
                    {value}
                  </a>
                ) : (
                  value
                )}
              </strong>
              {note && <span>{note}</span>}
            </dd>
          </div>
        ))}
      </dl>
    </section>
  );
}
