import { applyForm, toApplication } from '@one-planet/contract';
import { lifecycle } from '@one-planet/contract/lifecycle';
import { useAtomValue } from 'jotai';
import { Link } from 'wouter';
import { StepGuard, StepPage } from '../../applicant/step-page.tsx';
import { admissionPath, programSlug } from '../../site/addresses.ts';
import { useApplicantQueryOptions } from '../../site/applicant-queries.ts';
import { contentAtom } from '../../site/atoms.ts';
import { dropWantedProgram, isListOf, isWantedProgram, usePrograms } from '../../site/catalogue.ts';
import { bodyOf, useSite } from '../../site/client.ts';
import { useProgramContent } from '../../site/content.ts';
import { useNavigationState } from '../../site/navigation.ts';
import type { Profile } from '../../site/records.ts';
import { paths } from '../../site/routes.ts';
import { fieldsOf } from '../../site/unchecked.ts';
import { frameTexts as frame } from '../../texts/frame-words.ts';
import { Confirmation, NextSteps, Text } from '../../ui/blocks.tsx';
import { RadioField } from '../../ui/form/fields.tsx';
import { Retry, TallSkeleton } from '../../ui/loading.tsx';
import { ProgramImage } from '../../ui/program-grid.tsx';
import { application as texts } from './application-words.ts';
import { ApplicationRecord, useAnswers } from './record.tsx';
import { StepForm, useStepForm } from './step-form.tsx';

/** `/applicant/apply_program`: one program, and the choice is final (journey specification, sections 2 and 7). */
export function ApplyProgram() {
  return (
    <StepPage texts={texts} step="applicants.applyForProgram">
      {(profile) => <Choice profile={profile} />}
    </StepPage>
  );
}

function Choice({ profile }: { profile: Profile }) {
  const { data, isError, refetch } = useSite().hooks.batchPrograms.applicable.useQuery({
    ...useApplicantQueryOptions('batchPrograms.applicable'),
    queryData: { isUsable: isListOf(offersOf) },
    select: bodyOf,
  });
  if (isError) return <Retry hasDrawing text={texts.failed} onRetry={refetch} />;
  if (!data) return <TallSkeleton />;
  const offers = offersOf(data);
  // The form needs its options from the start, to restore a choice from the draft.
  return offers.length === 0 ? (
    <Retry text={texts.none} onRetry={refetch} />
  ) : (
    <ApplyForm offers={offers} profile={profile} />
  );
}

const rules = applyForm.transform(toApplication);

/** Choosing a program (journey specification, sections 5 and 7). */
function ApplyForm({ offers, profile }: { offers: readonly Offer[]; profile: Profile }) {
  const { api } = useSite();
  const step = useStepForm('applicants.applyForProgram', {
    profile,
    rules,
    parcel: (values) => {
      const chosen = offers.find(({ value }) => Number(value) === values.selectedBatchProgramId);
      const state = { program: chosen?.program };
      return {
        body: () => values,
        send: async () => {
          const answer = await api.applicants.applyForProgram({ body: values });
          // Refused, yet the status may be APPLIED: then she applied before, to a program we don't know.
          if (answer.status !== 200) state.program = undefined;
          else dropWantedProgram();
          return answer;
        },
        state,
      };
    },
  });
  const wanted = offers.filter(({ program }) => isWantedProgram(program));
  return (
    <StepForm step={step} texts={texts.buttons} lead={texts.final} isOneChoice>
      <RadioField
        name="program"
        label={texts.program}
        error={step.form.errors.program}
        // Of two intakes only she can choose one.
        initialValue={wanted.length === 1 ? wanted[0]?.value : undefined}
        options={offers.map(({ value, program, batch }) => ({
          value,
          label: batch ? texts.offer(program, batch) : program,
          details: <About name={program} />,
        }))}
      />
    </StepForm>
  );
}

/** How a program looks, how long it takes and what it costs, and its page. */
function About({ name }: { name: string }) {
  const { data = [] } = usePrograms();
  const { length, cost } = useAtomValue(contentAtom);
  const own = useProgramContent(name);
  const slug = programSlug(name);
  const listed = data.find((program) => programSlug(program.name) === slug);
  const facts = [listed?.duration || length, own.cost ?? cost?.total].filter(Boolean);
  return (
    <>
      <ProgramImage name={name} base64={listed?.base64String ?? ''} />
      <p>
        {facts.length > 0 && <span>{facts.join(' · ')}</span>}
        {listed && <Link to={admissionPath(name)}>{texts.see(name)}</Link>}
      </p>
    </>
  );
}

/** A program open for applications, as the form offers it. */
interface Offer {
  /** Its `selectedBatchProgramId`, as text. */
  value: string;
  program: string;
  batch: string;
}

/** @returns the programs that can be chosen; those without a number or a name are left out */
function offersOf(answer: readonly unknown[]): Offer[] {
  return answer.flatMap((entry) => {
    const { id, program, batch } = fieldsOf(entry);
    const [value, name] = [String(id), fieldsOf(program).name];
    if (!/^\d+$/.test(value) || typeof name !== 'string' || !name.trim()) return [];
    const intake = fieldsOf(batch).name;
    return [{ value, program: name, batch: typeof intake === 'string' ? intake.trim() : '' }];
  });
}

/** `/applicant/apply_program_confirmation` (journey specification, section 2). */
export function ApplyProgramConfirmation() {
  return (
    <StepGuard
      title={texts.statusTitle}
      state={lifecycle['applicants.applyForProgram'].to}
      isWaiting
    >
      {(profile) => <Applied profile={profile} />}
    </StepGuard>
  );
}

function Applied({ profile }: { profile: Profile }) {
  const { title, appliedTo, applied, review, meanwhile, next, ...done } = texts.done;
  const { decision } = useAtomValue(contentAtom).takes ?? {};
  const first = decision ? done.reviewsWithin(decision) : done.reviews;
  // No API call returns the program: the previous page knows it, or this device.
  const { program: passed } = useNavigationState();
  const left = typeof passed === 'string' ? passed : '';
  const answers = useAnswers();
  const [, chosen = ''] = answers?.['applicants.applyForProgram']?.answers[0] ?? [];
  const program = left || chosen;
  return (
    <Confirmation title={title} picture="done">
      {program ? (
        <p>
          <Text>{appliedTo}</Text> <strong>{program}</strong>.
        </p>
      ) : (
        <p>{applied}</p>
      )}
      <p>{review}</p>
      <p>{meanwhile}</p>
      <NextSteps steps={[first, ...next]} />
      {answers && (
        <ApplicationRecord profile={profile} program={chosen || left} answers={answers} />
      )}
      <p className="actions print">
        <Link className="button primary" to={paths.home}>
          {frame.goHome}
        </Link>
      </p>
    </Confirmation>
  );
}
