import { Link } from 'wouter';
import { paths } from '../../routes.ts';
import type { Program } from '../../site/catalogue.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Heading } from '../../ui/heading.tsx';
import { ProgramImage } from '../../ui/program-image.tsx';
import { Courses } from './courses.tsx';
import { texts } from './words.ts';

/** One program; fields the backend leaves out are not shown. */
export function ProgramDetail({ program }: { program: Program }) {
  const { one } = texts;
  const all: [label: string, value: string][] = [
    [one.studyLevel, program.studyLevel],
    [one.duration, program.duration],
    [one.modality, program.modality],
    // Despite its name it holds the credit hours (website specification, section 2).
    [one.totalCreditHours, program.feePerCreditHour],
  ];
  const facts = all.filter(([, value]) => value);
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
      <DescriptionList facts={facts} />
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
