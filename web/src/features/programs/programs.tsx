import { useAtomValue } from 'jotai';
import { type ReactNode, useState } from 'react';
import { Link, Redirect } from 'wouter';
import { contentAtom, sessionAtom } from '../../site/atoms.ts';
import { keepWantedProgram, useProgramsAt } from '../../site/catalogue.ts';
import { inWords, useNextIntake, useProgramContent, useQuestions } from '../../site/content.ts';
import type { Program } from '../../site/records.ts';
import { paths, type ScreenProps } from '../../site/routes.ts';
import { frameTexts as frame } from '../../texts/frame-words.ts';
import { DescriptionList, Questions, RequirementPanels } from '../../ui/blocks.tsx';
import { Heading } from '../../ui/heading.tsx';
import { Retry, Skeleton } from '../../ui/loading.tsx';
import { durationText, ProgramGrid, ProgramImage } from '../../ui/program-grid.tsx';
import { Courses } from './courses.tsx';
import { programsTexts as texts } from './programs-words.ts';

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

/** `/admission/{field}`: one program (website specification, section 2). */
export function Admission({ params: { field = '' } }: ScreenProps) {
  const { data: named, isError, isOld, refetch } = useProgramsAt(field);
  const [chosen, choose] = useState<string>();
  const program = named?.length === 1 ? named[0] : named?.find(({ id }) => id === chosen);

  if (isError) {
    return (
      <div className="page narrow">
        <Heading>{texts.one.eyebrow}</Heading>
        <Retry hasDrawing text={texts.one.failed} onRetry={refetch} />
      </div>
    );
  }
  if (!named) return <Skeleton isWholePage />;
  // Only once the list has loaded is it certain that there is no such program.
  if (named.length === 0) return <Redirect to={paths.home} replace />;
  if (program) {
    const old = isOld && <Retry text={frame.programsOld} onRetry={refetch} />;
    return <ProgramDetail program={program} note={old} />;
  }
  return (
    <div className="page narrow">
      <Heading>{texts.one.choose}</Heading>
      <p>{texts.one.chooseText}</p>
      <ul className="choices">
        {named.map(({ id, name, studyLevel }) => (
          <li key={id}>
            <button type="button" className="button" onClick={() => choose(id)}>
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
  /** A line about it. */
  note: ReactNode;
}

/** One program; fields the backend leaves out are not shown (website specification, section 2). */
function ProgramDetail({ program, note }: ProgramDetailProps) {
  const { one } = texts;
  const content = useProgramContent(program.name);
  const { learn, requirements, questions = [] } = content;
  const leadsTo = content.leadsTo ?? program.careerOpportunity;
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
            <ApplyNow program={program.name} />
          </div>
          <ProgramImage name={program.name} base64={program.base64String} isVisibleAtOnce />
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
        {leadsTo && (
          <section>
            <h2>{one.careers}</h2>
            <p>{leadsTo}</p>
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
  if (useAtomValue(sessionAtom)) return null;
  return (
    <p className="apply-bar">
      <span>{name}</span>
      <ApplyNow program={name} />
    </p>
  );
}

/** The way in, which remembers the program: it is chosen already at the last step. */
function ApplyNow({ program }: { program: string }) {
  return (
    <Link
      className="button accent"
      to={paths.disclaimer}
      onClick={() => keepWantedProgram(program)}
    >
      {texts.one.applyNow}
    </Link>
  );
}

/** The facts of a program, by their labels. */
function useProgramFacts(program: Program): [label: string, value: string][] {
  const { accreditation } = useAtomValue(contentAtom);
  const intake = useNextIntake();
  const { one } = texts;
  const all: [label: string, value: string | undefined][] = [
    [one.studyLevel, program.studyLevel],
    [one.duration, durationText(program.duration)],
    [one.modality, program.modality],
    // Despite its name it holds the credit hours (website specification, section 2).
    [one.totalCreditHours, program.feePerCreditHour],
    [one.starts, intake?.starts],
    [one.applyBy, intake?.applyBy],
    [one.accreditedBy, accreditation?.by],
  ];
  return all.flatMap(([label, value]) => (value ? [[label, value]] : []));
}

/** The cost of the program, where the college publishes it; otherwise when the applicant learns it. */
function Cost({ program }: { program: Program }) {
  const { cost, scholarships } = useAtomValue(contentAtom);
  const { cost: own } = useProgramContent(program.name);
  const { one } = texts;
  const total = own ?? cost?.total;
  return (
    <section>
      <h2>{one.cost}</h2>
      {total && <p className="amount">{total}</p>}
      {cost?.covers && <p>{one.covers(inWords(cost.covers))}</p>}
      <p>{one.fee}</p>
      {scholarships && (
        <>
          <h3>{one.scholarships}</h3>
          <ul>
            {scholarships.map(({ name, amount, for: who }) => (
              <li key={name}>
                {[`${name}: ${amount}`, who && one.for(who)].filter(Boolean).join(', ')}
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
