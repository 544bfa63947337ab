import { applyForm, toApplication } from '@one-planet/contract';
import { lifecycle } from '@one-planet/contract/lifecycle';
import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Link } from 'wouter';
import { StepGuard, StepPage } from '../../applicant/step-page.tsx';
import { useSentDetails } from '../../offline/sent-payment.ts';
import { makeAdmissionPath, makeProgramSlug } from '../../site/addresses.ts';
import { useApplicantQueryOptions } from '../../site/applicant-queries.ts';
import { contentAtom, sessionAtom } from '../../site/atoms.ts';
import { makeListCheck, usePrograms } from '../../site/catalogue.ts';
import { useSite } from '../../site/client.ts';
import { useProgramContent } from '../../site/content.ts';
import { factTexts } from '../../site/content-words.ts';
import { useNavigationState } from '../../site/navigation.ts';
import type { Profile } from '../../site/records.ts';
import { paths } from '../../site/routes.ts';
import { formatDayAndTime, useTimeZone } from '../../site/times.ts';
import { fieldsOf } from '../../site/unchecked.ts';
import { isWantedProgram } from '../../site/wanted-program.ts';
import { formatDuration } from '../../texts/formats.ts';
import { frameTexts } from '../../texts/frame-words.ts';
import { Confirmation, DescriptionList, Text } from '../../ui/blocks.tsx';
import { FeedbackLink } from '../../ui/feedback-link.tsx';
import { RadioField } from '../../ui/form/fields.tsx';
import { Retry, TallSkeleton } from '../../ui/loading.tsx';
import { NextSteps } from '../../ui/next-steps.tsx';
import { ProgramImage } from '../../ui/program-image.tsx';
import { ApplicationRecord, useStoredAnswers } from './application-record.tsx';
import { application as texts } from './application-words.ts';
import { StepForm, useStepForm } from './step-form.tsx';

/** `/applicant/apply_program`: the choice of one program, which is final (specification/journey §2, §7). */
export function ApplyProgram() {
  return (
    <StepPage texts={texts} step="applicants.applyForProgram">
      {(profile) => <ProgramChoice profile={profile} />}
    </StepPage>
  );
}

function ProgramChoice({ profile }: { profile: Profile }) {
  const { data, isError, refetch } = useSite().hooks.batchPrograms.applicable.useQuery({
    ...useApplicantQueryOptions(),
    call: { isUsable: makeListCheck(readOffers) },
  });
  if (isError) return <Retry hasDrawing text={texts.failed} onRetry={refetch} />;
  if (!data) return <TallSkeleton />;
  const offers = readOffers(data);
  // The form is rendered only with its options: it could not restore the draft's choice otherwise.
  return offers.length === 0 ? (
    <Retry text={texts.none} onRetry={refetch} />
  ) : (
    <ApplyForm offers={offers} profile={profile} />
  );
}

const applicationRules = applyForm.transform(toApplication);

/** The form that chooses a program (specification/journey §5, §7). */
function ApplyForm({ offers, profile }: { offers: readonly Offer[]; profile: Profile }) {
  const stepForm = useStepForm('applicants.applyForProgram', {
    profile,
    rules: applicationRules,
    makeSubmission: (body) => {
      const chosenOffer = offers.find(({ value }) => Number(value) === body.selectedBatchProgramId);
      return { body, state: { program: chosenOffer?.program } };
    },
  });
  const wantedOffers = offers.filter(({ program: programName }) => isWantedProgram(programName));
  return (
    <StepForm stepForm={stepForm} buttonTexts={texts.buttons} lead={texts.final} hasOneChoice>
      <RadioField
        name="program"
        label={texts.program}
        error={stepForm.form.errors.program}
        // If the program has several intakes, none is chosen for her.
        initialValue={wantedOffers.length === 1 ? wantedOffers[0]?.value : undefined}
        options={offers.map(({ value, program, batchName }) => ({
          value,
          label: batchName ? texts.offer(program, batchName) : program,
          details: <ProgramSummary name={program} />,
        }))}
      />
    </StepForm>
  );
}

/** The picture of a program, its duration and cost, and the link to its page. */
function ProgramSummary({ name }: { name: string }) {
  const { data = [] } = usePrograms();
  const { length, cost } = useAtomValue(contentAtom);
  const programContent = useProgramContent(name);
  const slug = makeProgramSlug(name);
  const listedProgram = data.find((program) => makeProgramSlug(program.name) === slug);
  const duration = formatDuration(listedProgram?.duration ?? '') || length;
  // The usual cost is that of a program of the usual length.
  const hasUsualLength =
    duration === undefined || (length ?? factTexts.lengthUsual).startsWith(duration);
  const facts = [
    duration,
    programContent.cost ?? (hasUsualLength ? cost?.total : undefined),
  ].filter(Boolean);
  return (
    <>
      <ProgramImage name={name} pictureBase64={listedProgram?.base64String ?? ''} />
      <p>
        {facts.length > 0 && <span>{facts.join(' · ')}</span>}
        {listedProgram && <Link to={makeAdmissionPath(name)}>{texts.see(name)}</Link>}
      </p>
    </>
  );
}

/** A program that is open for applications. */
interface Offer {
  /** The `selectedBatchProgramId` to send, as text. */
  value: string;
  program: string;
  batchName: string;
}

/** @returns the programs that can be chosen, without those that have no numeric id or no name */
function readOffers(list: readonly unknown[]): Offer[] {
  return list.flatMap((entry) => {
    const { id, program, batch } = fieldsOf(entry);
    const [value, name] = [String(id), fieldsOf(program).name];
    if (!/^\d+$/.test(value) || typeof name !== 'string' || !name.trim()) return [];
    const intakeName = fieldsOf(batch).name;
    return [
      { value, program: name, batchName: typeof intakeName === 'string' ? intakeName.trim() : '' },
    ];
  });
}

/** `/applicant/apply_program_confirmation`: the application was submitted (specification/journey §2). */
export function ApplyProgramConfirmation() {
  return (
    <StepGuard
      title={texts.statusTitle}
      pageState={lifecycle['applicants.applyForProgram'].to}
      awaitsDecision
    >
      {(profile) => <ApplicationSubmitted profile={profile} />}
    </StepGuard>
  );
}

function ApplicationSubmitted({ profile }: { profile: Profile }) {
  const { title, appliedTo, applied, review, meanwhile, next, ...reviewTexts } = texts.done;
  const { decision } = useAtomValue(contentAtom).takes ?? {};
  const firstStep = decision ? reviewTexts.reviewsWithin(decision) : reviewTexts.reviews;
  // No operation of the API returns the program: it is in the history state, or in this device's answers.
  const { program: passedProgram } = useNavigationState();
  const programFromState = typeof passedProgram === 'string' ? passedProgram : '';
  const answers = useStoredAnswers();
  const [isWide] = useState(() => matchMedia('(min-width: 60rem)').matches);
  const [, programFromAnswers = ''] = answers?.['applicants.applyForProgram']?.answers[0] ?? [];
  const programName = programFromState || programFromAnswers;
  return (
    <Confirmation title={title} pictureName="done">
      {programName ? (
        <p>
          <Text>{appliedTo}</Text> <strong>{programName}</strong>.
        </p>
      ) : (
        <p>{applied}</p>
      )}
      <Reference sentAt={answers?.['applicants.applyForProgram']?.sentAt} />
      <p>{review}</p>
      <p className="actions">
        <Link className="button primary" to={paths.home}>
          {frameTexts.goHome}
        </Link>
      </p>
      <p>{meanwhile}</p>
      <NextSteps steps={[firstStep, ...next]} />
      <FeedbackLink />
      {answers && (
        <details open={isWide}>
          <summary>{texts.record.title}</summary>
          <ApplicationRecord
            profile={profile}
            program={programFromAnswers || programFromState}
            answers={answers}
          />
        </details>
      )}
    </Confirmation>
  );
}

/** The payment code, by which the college finds the application, and when that was sent; nothing where neither is known. */
function Reference({ sentAt }: { sentAt: number | undefined }) {
  const { code } = useSentDetails(useAtomValue(sessionAtom)?.email ?? '');
  const timeZone = useTimeZone();
  const facts = [
    [texts.record.code, code],
    [texts.record.applied, sentAt ? formatDayAndTime(sentAt, timeZone) : ''],
  ] as const;
  const knownFacts = facts.filter(([, value]) => value !== '');
  return knownFacts.length > 0 && <DescriptionList facts={knownFacts} />;
}
