import { lifecycle } from '@one-planet/contract/lifecycle';
import { Link } from 'wouter';
import { useDelivery } from '../../applicant/delivery.ts';
import { KeepTyping } from '../../applicant/kept.tsx';
import { type Profile, useOwnData } from '../../applicant/reads.ts';
import { StepGuard, StepPage } from '../../applicant/step-page.tsx';
import { useContent } from '../../content/use-content.ts';
import { paths } from '../../routes.ts';
import { useOwnDraft } from '../../site/drafts.ts';
import { useNavigationState } from '../../site/navigation-state.ts';
import { bodyOf } from '../../site/queries.ts';
import { useSite } from '../../site/site.ts';
import { fieldsOf } from '../../site/unchecked.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { CheckedForm, useCheckedForm } from '../../ui/form/checked-form.tsx';
import { useMessageDialog } from '../../ui/form/message-dialog.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';
import { Retry } from '../../ui/retry.tsx';
import { TallSkeleton } from '../../ui/skeleton.tsx';
import { Text } from '../../ui/text.tsx';
import { WhatNext } from '../../ui/what-next.tsx';
import { texts as shared } from '../../words/forms.ts';
import { texts as frame } from '../../words/frame.ts';
import { progressOf } from '../../words/step-of.ts';
import { application as texts } from './words.ts';

/** `/applicant/apply_program`: one program, and the choice is final (journey specification, sections 2 and 7). */
export function ApplyProgram() {
  return (
    <StepPage
      texts={texts}
      progress={progressOf('READY_TO_APPLY')}
      state={lifecycle['applicants.applyForProgram'].from}
    >
      {(profile) => <Choice profile={profile} />}
    </StepPage>
  );
}

function Choice({ profile }: { profile: Profile }) {
  const { data, isError, refetch } = useSite().hooks.batchPrograms.applicable.useQuery({
    ...useOwnData('batchPrograms.applicable'),
    queryData: { isUsable: isList },
    select: bodyOf,
  });
  if (isError) return <Retry alone text={texts.failed} again={refetch} />;
  if (!data) return <TallSkeleton />;
  const offers = offersOf(data);
  // The form needs its options from the start, to restore a choice from the draft.
  return offers.length === 0 ? (
    <Retry text={texts.none} again={refetch} />
  ) : (
    <ApplyForm offers={offers} profile={profile} />
  );
}

/** Choosing a program (journey specification, sections 5 and 7). */
function ApplyForm({ offers, profile }: { offers: readonly Offer[]; profile: Profile }) {
  const { api } = useSite();
  const [problem, tell] = useMessageDialog();
  const draft = useOwnDraft('application');
  const [, deliver] = useDelivery('applicants.applyForProgram', {
    draft,
    profile,
    tell,
    onTaken: () => form.forget(),
  });
  const form = useCheckedForm({
    draft,
    rules: async () => {
      const { applyForm, toApplication } = await import('@one-planet/contract');
      return applyForm.transform(toApplication);
    },
    onUnreachable: () => tell(shared.checkConnection),
    send: (values) => {
      const chosen = offers.find(({ value }) => Number(value) === values.selectedBatchProgramId);
      const state = { program: chosen?.program };
      return deliver({
        body: () => values,
        send: async (body) => {
          const answer = await api.applicants.applyForProgram({ body });
          // Refused, yet the status may be APPLIED: then she applied before, to a program we don't know.
          if (answer.status !== 200) state.program = undefined;
          return answer;
        },
        state,
      });
    },
  });
  return (
    <>
      <CheckedForm form={form} texts={texts.buttons} lead={texts.final}>
        <RadioField
          name="program"
          label={texts.program}
          hint={texts.hint}
          error={form.errors.program}
          options={offers.map(({ value, program, batch }) => ({
            value,
            label: batch ? texts.offer(program, batch) : program,
          }))}
        />
        <KeepTyping draft={draft} />
      </CheckedForm>
      {problem}
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

/** True for a list that offers something, or nothing at all: one of odd records only is asked for again. */
function isList(body: unknown): body is readonly unknown[] {
  return Array.isArray(body) && (body.length === 0 || offersOf(body).length > 0);
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
      {() => <Applied />}
    </StepGuard>
  );
}

function Applied() {
  const { title, appliedTo, applied, review, meanwhile, next, ...done } = texts.done;
  const { decision } = useContent().takes ?? {};
  const first = decision ? done.reviewsWithin(decision) : done.reviews;
  // Only the previous page knows the program: no API call returns it.
  const { program } = useNavigationState();
  return (
    <Confirmation title={title} picture="done">
      {typeof program === 'string' && program ? (
        <p>
          <Text>{appliedTo}</Text> <strong>{program}</strong>.
        </p>
      ) : (
        <p>{applied}</p>
      )}
      <p>{review}</p>
      <p>{meanwhile}</p>
      <WhatNext steps={[first, ...next]} />
      <p className="actions">
        <Link className="button primary" to={paths.home}>
          {frame.goHome}
        </Link>
      </p>
    </Confirmation>
  );
}
