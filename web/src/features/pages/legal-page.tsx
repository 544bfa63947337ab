import { longDay } from '../../content/days.ts';
import { Heading } from '../../ui/heading.tsx';
import { legal } from './words.ts';

interface LegalPageProps {
  texts: {
    title: string;
    lead: string;
    sections: readonly { id: string; title: string; paragraphs: readonly string[] }[];
  };
  /** The day on which the college confirmed the text, e.g. `2027-02-01`. */
  confirmed: string | undefined;
}

/** A text that binds the college and her: with its contents, a mark until it is confirmed, and made to be printed. */
export function LegalPage({ texts, confirmed }: LegalPageProps) {
  const { title, lead, sections } = texts;
  return (
    <div className="page narrow legal">
      <Heading>{title}</Heading>
      <p className="lead">{lead}</p>
      <p className={confirmed ? 'hint' : 'panel'}>
        {confirmed ? legal.confirmed(longDay(confirmed)) : legal.unconfirmed}
      </p>
      <nav className="panel" aria-labelledby="contents">
        <h2 id="contents">{legal.contents}</h2>
        <ol>
          {sections.map((section) => (
            <li key={section.id}>
              <a href={`#${section.id}`}>{section.title}</a>
            </li>
          ))}
        </ol>
      </nav>
      <div className="prose">
        {sections.map((section) => (
          <section key={section.id} id={section.id}>
            <h2>{section.title}</h2>
            {section.paragraphs.map((paragraph) => (
              <p key={paragraph}>{paragraph}</p>
            ))}
          </section>
        ))}
      </div>
    </div>
  );
}
