import { Section } from './section.tsx';

const all = import.meta.glob<string>('../../src/pictures/*.svg', {
  eager: true,
  import: 'default',
});
const named = Object.entries(all).map(([path, address]) => ({
  name: path.replace(/^.*\/(.*)\.svg$/, '$1'),
  address,
}));

/** Every illustration. */
export function Pictures() {
  return (
    <Section
      id="pictures"
      title="Pictures"
      note="Drawn for the college in its colours. They say nothing that the words do not."
    >
      <ul className="page gallery">
        {named.map(({ name, address }) => (
          <li key={name}>
            <img src={address} alt="" />
            <small>{name}</small>
          </li>
        ))}
      </ul>
    </Section>
  );
}
