import { useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import { Link, Redirect } from 'wouter';
import { contentAtom, sessionAtom } from '../../site/atoms.ts';
import { useProgramsWithSlug } from '../../site/catalogue.ts';
import { joinInWords, useNextIntake, useProgramContent, useQuestions } from '../../site/content.ts';
import type { Program } from '../../site/records.ts';
import { paths, type ScreenProps } from '../../site/routes.ts';
import { keepWantedProgram } from '../../site/wanted-program.ts';
import { formatDuration } from '../../texts/formats.ts';
import { frameTexts } from '../../texts/frame-words.ts';
import { ApplyButton } from '../../ui/apply-button.tsx';
import { DescriptionList } from '../../ui/blocks.tsx';
import { Questions } from '../../ui/facts.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Letterhead } from '../../ui/letterhead.tsx';
import { Retry, Skeleton } from '../../ui/loading.tsx';
import { ProgramGrid } from '../../ui/program-grid.tsx';
import { ProgramImage } from '../../ui/program-image.tsx';
import { RequirementPanels } from '../../ui/requirement-panels.tsx';
import { Courses } from './courses.tsx';
import { programsTexts } from './programs-words.ts';

const { degree: degreeTexts, one: programTexts } = programsTexts;

/** `/degree_programs`: every program as a card (specification/website §2). */
export function DegreePrograms() {
  return (
    <div className="page">
      <Heading>{degreeTexts.title}</Heading>
      <p className="lead">{degreeTexts.lead}</p>
      <ProgramGrid actionLabel={degreeTexts.see} headingTag="h2" />
    </div>
  );
}

/** `/admission/{field}`: one program (specification/website §2). */
export function Admission({ params: { field = '' } }: ScreenProps) {
  const { data: matchingPrograms, isError, isOutdated, refetch } = useProgramsWithSlug(field);
  const [chosenId, setChosenId] = useState<string>();
  const program =
    matchingPrograms?.length === 1
      ? matchingPrograms[0]
      : matchingPrograms?.find(({ id }) => id === chosenId);

  if (isError) {
    return (
      <div className="page narrow">
        <Heading>{programTexts.eyebrow}</Heading>
        <Retry hasDrawing text={programTexts.failed} onRetry={refetch} />
      </div>
    );
  }
  if (!matchingPrograms) return <Skeleton isWholePage />;
  // The list has loaded, so it is certain that no program has this address.
  if (matchingPrograms.length === 0) return <Redirect to={paths.home} replace />;
  if (program) {
    const outdatedNote = isOutdated && <Retry text={frameTexts.programsOld} onRetry={refetch} />;
    return <ProgramDetail program={program} note={outdatedNote} />;
  }
  return (
    <div className="page narrow">
      <Heading>{programTexts.choose}</Heading>
      <p>{programTexts.chooseText}</p>
      <ul className="choices">
        {matchingPrograms.map(({ id, name, studyLevel }) => (
          <li key={id}>
            <button type="button" className="button" onClick={() => setChosenId(id)}>
              {[name, studyLevel].filter(Boolean).join(', ')}
            </button>
          </li>
        ))}
      </ul>
    </div>
  );
}

interface ProgramDetailProps {
  program: Program;
  /** A line above the facts, e.g. that the program may be out of date. */
  note: ReactNode;
}

/** One program; fields that the backend does not send are not shown (specification/website §2). */
function ProgramDetail({ program, note }: ProgramDetailProps) {
  const content = useProgramContent(program.name);
  const { learn, requirements, questions = [] } = content;
  const careersText = content.leadsTo ?? program.careerOpportunity;
  const facts = useProgramFacts(program);
  const generalQuestions = useQuestions();
  return (
    <>
      <div className="page">
        <Letterhead isOnPaperOnly />
        <div className="two">
          <div>
            <p className="eyebrow">{programTexts.eyebrow}</p>
            <Heading>{program.name}</Heading>
            {program.description && <p className="lead">{program.description}</p>}
            {/* It stores the program, so that the last step of the application has it chosen already. */}
            <ApplyButton
              text={programTexts.applyNow}
              onClick={() => keepWantedProgram(program.name)}
            />
          </div>
          <ProgramImage name={program.name} pictureBase64={program.base64String} isVisibleAtOnce />
        </div>
        {note}
        <DescriptionList facts={facts} />
        {learn && (
          <section>
            <h2>{programTexts.learn}</h2>
            <ul className="ticks">
              {learn.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          </section>
        )}
        {careersText && (
          <section>
            <h2>{programTexts.careers}</h2>
            <ul className="ticks">
              {careersText.split(/[,፣;]\s*/).map((career) => (
                <li key={career}>{career}</li>
              ))}
            </ul>
          </section>
        )}
        <div className="two">
          <div>
            {requirements && (
              <>
                <h2>{programTexts.requirements}</h2>
                <ul className="ticks">
                  {requirements.map((item) => (
                    <li key={item}>{item}</li>
                  ))}
                </ul>
              </>
            )}
            <RequirementPanels />
          </div>
          <Cost />
        </div>
        <Courses programId={program.id} />
        <Questions questions={[...questions, ...generalQuestions]} />
      </div>
      <ApplyBar name={program.name} />
    </>
  );
}

/** A bar with the button to apply, on a phone while the page's own is out of sight (see `ApplyButton`). */
function ApplyBar({ name }: { name: string }) {
  if (useAtomValue(sessionAtom)) return null;
  return (
    <p className="apply-bar">
      <span>{name}</span>
      <Link
        className="button primary"
        to={paths.disclaimer}
        onClick={() => keepWantedProgram(name)}
      >
        {programTexts.applyNow}
      </Link>
    </p>
  );
}

/** @returns the facts of a program that have a value, each with its label */
function useProgramFacts(program: Program): [label: string, value: string][] {
  const { accreditation, cost } = useAtomValue(contentAtom);
  const { cost: programCost } = useProgramContent(program.name);
  const intake = useNextIntake();
  const possibleFacts: [label: string, value: string | undefined][] = [
    [programTexts.studyLevel, program.studyLevel],
    [programTexts.duration, formatDuration(program.duration)],
    [programTexts.modality, program.modality],
    // Despite its name the field holds the total credit hours (specification/website §2).
    [programTexts.totalCreditHours, program.feePerCreditHour],
    [programTexts.price, programCost ?? cost?.total],
    [programTexts.starts, intake?.starts],
    [programTexts.applyBy, intake?.applyBy],
    [programTexts.accreditedBy, accreditation?.by],
  ];
  return possibleFacts.flatMap(([label, value]) => (value ? [[label, value]] : []));
}

/** What the cost among the facts covers, when the application fee is due, and the scholarships. */
function Cost() {
  const { cost, scholarships } = useAtomValue(contentAtom);
  return (
    <section>
      <h2>{programTexts.cost}</h2>
      {cost?.covers && <p>{programTexts.covers(joinInWords(cost.covers))}</p>}
      <p>{programTexts.fee}</p>
      {scholarships && (
        <>
          <h3>{programTexts.scholarships}</h3>
          <ul>
            {scholarships.map(({ name, amount, for: recipientGroup }) => (
              <li key={name}>
                {[`${name}: ${amount}`, recipientGroup && programTexts.for(recipientGroup)]
                  .filter(Boolean)
                  .join(', ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
