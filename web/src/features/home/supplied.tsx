/** Sections that stand there only where `content.json` supplies them. */
import { useContent } from '../../content/use-content.ts';
import { Photo } from '../../ui/photo.tsx';
import { texts } from './words.ts';

/** What students say. */
export function Voices() {
  const { voices } = useContent();
  if (!voices) return null;
  return (
    <section className="page">
      <h2>{texts.voices}</h2>
      <ul className="voices">
        {voices.map(({ name, program, text, photo }) => (
          <li key={name + text}>
            <figure>
              <blockquote>
                <p>{text}</p>
              </blockquote>
              <figcaption>
                {photo && <Photo photo={photo} sizes="4rem" />}
                <strong>{name}</strong> <span>{program}</span>
              </figcaption>
            </figure>
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Scholarships() {
  const { scholarships } = useContent();
  if (!scholarships) return null;
  return (
    <section className="page">
      <h2>{texts.scholarships}</h2>
      <ul className="scholarships">
        {scholarships.map(({ name, amount, for: who }) => (
          <li key={name + amount + who}>
            <h3>{name}</h3>
            <strong>{amount}</strong>
            {who && <p>{texts.scholarshipFor(who)}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}

export function Partners() {
  const { partners } = useContent();
  if (!partners) return null;
  return (
    <section className="page partners">
      <h2>{texts.partners}</h2>
      <ul>
        {partners.map((name) => (
          <li key={name}>{name}</li>
        ))}
      </ul>
    </section>
  );
}
