import { Heading } from '../../ui/heading.tsx';
import { ProgramGrid } from '../../ui/program-grid.tsx';
import { texts } from './words.ts';

/** `/degree_programs`: every program as a card (website specification, section 2). */
export function DegreePrograms() {
  return (
    <div className="page">
      <Heading>{texts.degree.title}</Heading>
      <p className="lead">{texts.degree.lead}</p>
      <ProgramGrid action={texts.degree.see} heading="h2" />
    </div>
  );
}
