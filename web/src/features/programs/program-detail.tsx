import type { ReactNode } from 'react';
import { Link } from 'wouter';
import { useProgramContent } from '../../content/program-content.ts';
import { useQuestions } from '../../content/questions.ts';
import { paths } from '../../routes.ts';
import type { Program } from '../../site/records.ts';
import { useSession } from '../../site/session.ts';
import { DescriptionList } from '../../ui/description-list.tsx';
import { Heading } from '../../ui/heading.tsx';
import { ProgramImage } from '../../ui/program-image.tsx';
import { Questions } from '../../ui/questions.tsx';
import { RequirementPanels } from '../../ui/requirements/requirement-panels.tsx';
import { Cost } from './cost.tsx';
import { Courses } from './courses.tsx';
import { useProgramFacts } from './program-facts.ts';
import { texts } from './words.ts';

interface ProgramDetailProps {
  program: Program;
  /** A line about what is told of it. */
  note: ReactNode;
}

/** One program; fields the backend leaves out are not shown (website specification, section 2). */
export function ProgramDetail({ program, note }: ProgramDetailProps) {
  const { one } = texts;
  const { learn, requirements, questions = [] } = useProgramContent(program.name);
  const facts = useProgramFacts(program);
  const usual = useQuestions();
  return (
    <>
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
          <ProgramImage name={program.name} base64={program.base64String} first />
        </div>
        {note}
        <DescriptionList facts={facts} />
        {learn && (
          <section>
            <h2>{one.learn}</h2>
            <ul className="ticks">
              {learn.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </section>
        )}
        <Courses programId={program.id} />
        {program.careerOpportunity && (
          <section>
            <h2>{one.careers}</h2>
            <p>{program.careerOpportunity}</p>
          </section>
        )}
        <div className="two">
          <div>
            {requirements && (
              <>
                <h2>{one.requirements}</h2>
                <ul>
                  {requirements.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              </>
            )}
            <RequirementPanels />
          </div>
          <Cost program={program} />
        </div>
        <Questions questions={[...questions, ...usual]} />
      </div>
      <ApplyBar name={program.name} />
    </>
  );
}

/** On a phone the way in is always at hand. */
function ApplyBar({ name }: { name: string }) {
  if (useSession()) return null;
  return (
    <p className="apply-bar">
      <span>{name}</span>
      <Link className="button accent" to={paths.disclaimer}>
        {texts.one.applyNow}
      </Link>
    </p>
  );
}
