import { Link } from 'wouter';
import { paths } from '../../routes.ts';
import { Text } from '../../ui/text.tsx';
import { stepsInFull } from '../../words/steps/in-full.ts';
import { steps } from '../../words/steps/steps.ts';
import { texts } from './words.ts';

/** From the test to the letter of the college, in the nine steps that are counted everywhere. */
export function Way() {
  const { title, lead, college, more } = texts.way;
  return (
    <section className="page">
      <h2>{title}</h2>
      <p className="lead">{lead}</p>
      <ol className="way">
        {steps.map(({ title, who }, at) => (
          <li key={title} data-who={who}>
            <h3>{title}</h3>
            <p>
              <Text>{stepsInFull[at] ?? ''}</Text> {who && <small>{college}</small>}
            </p>
          </li>
        ))}
      </ol>
      <p>
        <Link to={paths.disclaimer}>{more}</Link>
      </p>
    </section>
  );
}
