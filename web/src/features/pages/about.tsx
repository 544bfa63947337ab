import { Link } from 'wouter';
import { useContent } from '../../content/use-content.ts';
import picture from '../../pictures/education.svg';
import { paths } from '../../routes.ts';
import { Facts } from '../../ui/facts.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Photo } from '../../ui/photo.tsx';
import { Teachers } from './teachers.tsx';
import { about as texts } from './words.ts';

/** `/about`: the college, its mission and vision (website specification, section 2). */
export function About() {
  const { studying, school, mission, vision, next } = texts;
  const { photos } = useContent();
  return (
    <>
      <div className="page program-top">
        <div>
          <p className="eyebrow">{texts.eyebrow}</p>
          <Heading>{texts.title}</Heading>
          <p className="lead">{texts.lead}</p>
        </div>
        {photos?.about ? (
          <Photo
            className="about-photo"
            photo={photos.about}
            sizes="(min-width: 60rem) 45vw, 100vw"
            first
          />
        ) : (
          <img className="program-image" src={picture} alt="" width="480" height="300" />
        )}
      </div>
      <Facts />
      <div className="page">
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
        <Teachers />
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
    </>
  );
}
