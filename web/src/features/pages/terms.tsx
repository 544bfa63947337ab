import { Heading } from '../../ui/heading.tsx';
import { texts } from './terms-words.ts';

/** `/terms_and_conditions`: nine static sections (website specification, section 2). */
export function Terms() {
  const { sections } = texts;
  return (
    <div className="page narrow">
      <Heading>{texts.title}</Heading>
      <p className="lead">{texts.lead}</p>
      <nav className="panel" aria-labelledby="contents">
        <h2 id="contents">{texts.contents}</h2>
        <ol>
          {sections.map(({ id, title }) => (
            <li key={id}>
              <a href={`#${id}`}>{title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="prose">
        {sections.map(({ id, title, paragraphs }) => (
          <section key={id} id={id}>
            <h2>{title}</h2>
            {paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}
