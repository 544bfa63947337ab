import { reveal } from '../../ui/reveal-on-scroll.ts';
import { texts } from './words.ts';

/** The info band with its three tiles (website specification, section 1). */
export function Band() {
  const { title, text, tiles } = texts.band;
  return (
    <section className="band">
      <div className="page">
        <h2>{title}</h2>
        <p className="lead">{text}</p>
        <ul className="tiles">
          {tiles.map((tile) => (
            <li key={tile.title} ref={reveal}>
              <h3>{tile.title}</h3>
              <p>{tile.text}</p>
            </li>
          ))}
        </ul>
      </div>
    </section>
  );
}
