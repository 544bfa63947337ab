import { Section, Specimen } from './section.tsx';

const pangram = 'Study where you live';

/** Sizes of text, and distances. */
export function TypeScale() {
  return (
    <>
      <Section id="type" title="Type" note="A serif for headings, a sans for the rest.">
        <div className="page">
          <Specimen name="h1 · --h1">
            <h1>{pangram}</h1>
          </Specimen>
          <Specimen name="h2 · --h2">
            <h2>{pangram}</h2>
          </Specimen>
          <Specimen name="h3 · --h3">
            <h3>{pangram}</h3>
          </Specimen>
          <Specimen name=".lead · --lead">
            <p className="lead">
              Online undergraduate degrees from Addis Ababa, at the hours you have.
            </p>
          </Specimen>
          <Specimen name="p · --text">
            <p>
              You join a small class that starts and finishes together.{' '}
              <a href="#type">A link in a text</a> is underlined.
            </p>
          </Specimen>
          <Specimen name=".hint · --small">
            <p className="hint">A hint below a label, or a note below a fact.</p>
          </Specimen>
          <Specimen name=".eyebrow · --small">
            <p className="eyebrow">Degree program</p>
          </Specimen>
        </div>
      </Section>
      <Section id="spacing" title="Spacing" note="Eight distances, and no others.">
        <ul className="page spaces">
          {[1, 2, 3, 4, 5, 6, 7, 8].map((step) => (
            <li key={step}>
              <code>--s{step}</code>
              <span style={{ width: `var(--s${step})` }} />
            </li>
          ))}
        </ul>
      </Section>
    </>
  );
}
