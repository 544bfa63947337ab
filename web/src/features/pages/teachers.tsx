import { useContent } from '../../content/use-content.ts';
import { Photo } from '../../ui/photo.tsx';
import { about as texts } from './words.ts';

/** The people who teach, where `content.json` names them. */
export function Teachers() {
  const { teachers } = useContent();
  if (!teachers) return null;
  return (
    <section>
      <h2>{texts.teachers}</h2>
      <ul className="people">
        {teachers.map(({ name, subject, text, photo }) => (
          <li key={name + subject + text}>
            {photo && <Photo photo={photo} sizes="4rem" />}
            <h3>{name}</h3>
            <strong>{subject}</strong>
            {text && <p>{text}</p>}
          </li>
        ))}
      </ul>
    </section>
  );
}
