import { Link } from 'wouter';
import { paths } from '../../routes.ts';
import { useSession } from '../../site/session.ts';
import { Heading } from '../../ui/heading.tsx';
import { stepsInFull } from '../../words/steps/in-full.ts';
import { steps as items } from '../../words/steps/steps.ts';
import { disclaimer as texts } from './words.ts';

/** `/applicant-disclaimer`: applicants continue to the exam, new users register (website specification, section 2). */
export function Disclaimer() {
  const { existing, fresh, steps, ready } = texts;
  const session = useSession();
  return (
    <div className="page">
      <p className="eyebrow">{texts.eyebrow}</p>
      <Heading>{texts.title}</Heading>
      <p className="lead">{texts.lead}</p>
      <div className="two">
        {!session && (
          <div className="panel">
            <h2>{fresh.title}</h2>
            <p>{fresh.text}</p>
            <Link className="button accent" to={paths.register}>
              {fresh.action}
            </Link>
          </div>
        )}
        <div className="panel">
          <h2>{existing.title}</h2>
          <p>{existing.text}</p>
          <Link className="button primary" to={paths.takeExam}>
            {existing.action}
          </Link>
        </div>
      </div>
      <div className="two">
        <div>
          <h2>{steps.title}</h2>
          <ol className="steps">
            {items.map(({ title }, at) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{stepsInFull[at]}</p>
              </li>
            ))}
          </ol>
        </div>
        <div>
          <h2>{ready.title}</h2>
          <ul>
            {ready.items.map((item) => (
              <li key={item}>{item}</li>
            ))}
          </ul>
          <p>{ready.age}</p>
          <p>
            <Link to={paths.terms}>{ready.terms}</Link>
          </p>
        </div>
      </div>
    </div>
  );
}
