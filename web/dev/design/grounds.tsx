import { ClosingCall } from '../../src/features/home/closing-call.tsx';
import { Hero } from '../../src/features/home/hero.tsx';
import { Why } from '../../src/features/home/why.tsx';
import { texts } from '../../src/features/home/words.ts';
import { Section } from './section.tsx';

/** Sections from one edge of the screen to the other. */
export function Grounds() {
  const { band } = texts;
  return (
    <Section
      id="grounds"
      title="Grounds"
      note="Pine for what has to be seen first and last, sand for what stands apart."
    >
      <Hero />
      <Why />
      <section className="band">
        <div className="page">
          <h2>{band.title}</h2>
          <p className="lead">{band.text}</p>
          <ul className="tiles">
            {band.tiles.map(({ title, text }) => (
              <li key={title}>
                <h3>{title}</h3>
                <p>{text}</p>
              </li>
            ))}
          </ul>
        </div>
      </section>
      <ClosingCall />
    </Section>
  );
}
