import { Scholarships, Voices } from '../../src/features/home/supplied.tsx';
import { Ways } from '../../src/features/pages/ways.tsx';
import { DescriptionList } from '../../src/ui/description-list.tsx';
import { Facts } from '../../src/ui/facts.tsx';
import { InfoPanel } from '../../src/ui/info-panel.tsx';
import { ProgramGrid } from '../../src/ui/program-grid.tsx';
import { Section, Specimen, Specimens } from './section.tsx';

const facts = [
  ['Study level', 'Degree'],
  ['Duration', '4 years'],
  ['Modality', 'Online'],
  ['Credit hours', 146],
] as const;
const panel = {
  title: 'What to have ready',
  items: ['A photo of yourself', 'Your education documents as one PDF', 'Results of grade 12'],
};

/** Boxes with one thing in each. */
export function Cards() {
  return (
    <Section
      id="cards"
      title="Cards"
      note="A card leads somewhere and is a link as a whole. A panel stands beside a text and leads nowhere."
    >
      <div className="page">
        <ProgramGrid action="Learn More" heading="h3" />
      </div>
      <div className="page">
        <p className="specimen-name">on their way</p>
        <div className="cards skeleton">
          {[1, 2, 3].map((number) => (
            <i className="card" key={number} />
          ))}
        </div>
      </div>
      <Facts />
      <Specimens>
        <Specimen name="facts of a program">
          <DescriptionList facts={facts} />
        </Specimen>
        <Specimen name="panel">
          <InfoPanel texts={panel} />
        </Specimen>
      </Specimens>
      <Voices />
      <Scholarships />
      <div className="page">
        <p className="specimen-name">ways to the college</p>
        <Ways />
      </div>
    </Section>
  );
}
