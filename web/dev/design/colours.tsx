import css from '../../src/styles/tokens.css?raw';
import { contrast, type Pair, pairs, shown } from './pairs.ts';
import { Section } from './section.tsx';
import { colourOf, coloursOf, colourUses, tokensOf } from './tokens.ts';

const { light, dark } = tokensOf(css);

/** Every colour, and those that meet. */
export function Colours() {
  return (
    <>
      <Section
        id="colours"
        title="Colours"
        note="Highland green, sand and gold. Light value first, then the dark one where it differs."
      >
        <ul className="page swatches">
          {coloursOf(light).map((name) => (
            <Swatch key={name} name={name} />
          ))}
        </ul>
      </Section>
      <Section
        id="contrast"
        title="Contrast"
        note="Text stands at least 4.5 from its ground; edges and rings, at least 3. Figures: light, dark."
      >
        <ul className="page pairs">
          {pairs.map((pair) => (
            <PairSample key={`${pair.of} ${pair.on} ${pair.least}`} {...pair} />
          ))}
        </ul>
      </Section>
    </>
  );
}

function Swatch({ name }: { name: string }) {
  const [day, night] = [colourOf(light, name), colourOf(dark, name)];
  return (
    <li>
      <span className="swatch" style={{ background: `var(--${name})` }} />
      <b>--{name}</b>
      <small>{day === night ? day : `${day} · ${night}`}</small>
      <small>{colourUses[name]}</small>
    </li>
  );
}

function PairSample({ of, on, least, where }: Pair) {
  const [front, ground] = [`var(--${of})`, `var(--${on})`];
  const look = least === 3 ? { borderColor: front } : { color: front };
  const figures = [light, dark].map((tokens) => shown(contrast({ of, on }, tokens)));
  return (
    <li>
      <span className="pair" style={{ background: ground, ...look }}>
        {least === 3 ? '' : 'Aa'}
      </span>
      <b>
        {of} on {on}
      </b>
      <small>{figures.join(' · ')}</small>
      <small>{where}</small>
    </li>
  );
}
