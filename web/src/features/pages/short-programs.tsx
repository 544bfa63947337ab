import { Link } from 'wouter';
import { longDay } from '../../content/days.ts';
import { useContent } from '../../content/use-content.ts';
import { useIsOver } from '../../content/use-is-over.ts';
import picture from '../../pictures/coming.svg';
import { paths } from '../../routes.ts';
import { Heading } from '../../ui/heading.tsx';
import { Picture } from '../../ui/picture.tsx';
import { short as texts } from './words.ts';

/** `/short_programs`: the heading, as specified (section 2), and what is coming. */
export function ShortPrograms() {
  const { shortCourses } = useContent();
  const isOver = useIsOver();
  return (
    <div className="page">
      <Heading>{texts.title}</Heading>
      {shortCourses ? (
        <>
          <p className="lead">{texts.open}</p>
          <ul className="people">
            {shortCourses.map(({ name, text, starts }) => (
              <li key={name + starts + text}>
                <h2>{name}</h2>
                {text && <p>{text}</p>}
                {starts && !isOver(starts) && <p>{texts.starts(longDay(starts))}</p>}
              </li>
            ))}
          </ul>
        </>
      ) : (
        <div className="coming">
          <Picture src={picture} />
          <div>
            <h2>{texts.coming}</h2>
            <p>{texts.lead}</p>
          </div>
        </div>
      )}
      <section>
        <h2>{texts.meanwhile}</h2>
        <p className="actions">
          <Link className="button primary" to={paths.degreePrograms}>
            {texts.degrees}
          </Link>
          <Link className="button" to={paths.contact}>
            {texts.ask}
          </Link>
        </p>
      </section>
    </div>
  );
}
