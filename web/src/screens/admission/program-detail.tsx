import type { Program } from '@one-planet/contract';
import { Link } from 'wouter';
import { Heading } from '../../components/heading.tsx';
import { ProgramImage } from '../../components/program-image.tsx';
import { paths } from '../../paths.ts';
import { texts } from '../../texts/programs.ts';
import { Courses } from './courses.tsx';

/** What a programme is; whatever the backend left out is left out here too. */
export function ProgramDetail({ program }: { program: Program }) {
  const { one } = texts;
  const facts = [
    [one.studyLevel, program.studyLevel],
    [one.duration, program.duration],
    [one.modality, program.modality],
    // Named so by the backend, but it holds the credit hours (website specification, section 2).
    [one.totalCreditHours, program.feePerCreditHour],
  ].filter(([, value]) => value !== null && value !== undefined && value !== '');
  return (
    <div className="page">
      <div className="program-top">
        <div>
          <p className="eyebrow">{one.eyebrow}</p>
          <Heading>{program.name}</Heading>
          {program.description && <p className="lead">{program.description}</p>}
          <Link className="button accent" to={paths.disclaimer}>
            {one.applyNow}
          </Link>
        </div>
        <ProgramImage base64={program.base64String} />
      </div>
      <dl className="facts">
        {facts.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
      {program.careerOpportunity && (
        <>
          <h2>{one.careers}</h2>
          <p>{program.careerOpportunity}</p>
        </>
      )}
      <Courses programId={program.id} />
    </div>
  );
}
