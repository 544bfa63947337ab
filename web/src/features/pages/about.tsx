import { Link } from 'wouter';
import { paths } from '../../routes.ts';
import { Heading } from '../../ui/heading.tsx';
import { about as texts } from './words.ts';

/** `/about`: the college, its mission and vision (website specification, section 2). */
export function About() {
  const { studying, school, mission, vision, next } = texts;
  return (
    <div className="page">
      <p className="eyebrow">{texts.eyebrow}</p>
      <Heading>{texts.title}</Heading>
      <p className="lead">{texts.lead}</p>
      <div className="two">
        {[studying, school].map(({ title, paragraphs }) => (
          <div key={title}>
            <h2>{title}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </div>
        ))}
        {[mission, vision].map(({ title, text }) => (
          <div className="panel" key={title}>
            <h2>{title}</h2>
            <p>{text}</p>
          </div>
        ))}
      </div>
      <section>
        <h2>{next.title}</h2>
        <p>{next.text}</p>
        <p className="actions">
          <Link className="button primary" to={paths.degreePrograms}>
            {next.link}
          </Link>
        </p>
      </section>
    </div>
  );
}
