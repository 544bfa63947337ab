import { useStep } from '../../applicant/steps.ts';
import { useOwnDraft } from '../../site/drafts.ts';
import { useSite } from '../../site/site.ts';
import { ErrorSummary } from '../../ui/form/error-summary.tsx';
import { useProblem } from '../../ui/form/problem.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { texts as shared } from '../../words/forms.ts';
import { texts } from './application-words.ts';
import type { Offer } from './offers.ts';

/** The choice among the programs that can be applied to (journey specification, sections 5 and 7). */
export function ApplyForm({ offers }: { offers: readonly Offer[] }) {
  const { api } = useSite();
  const [problem, tell] = useProblem();
  const take = useStep('applicants.applyForProgram', {
    tell,
    onTaken: () => form.forget(),
  });
  const form = useForm({
    draft: useOwnDraft('application'),
    rules: async () => {
      const { applyForm, toApplication } = await import('@one-planet/contract');
      return applyForm.transform(toApplication);
    },
    onUnreachable: () => tell(shared.checkConnection),
    send: (body) => {
      const chosen = offers.find(({ value }) => Number(value) === body.selectedBatchProgramId);
      const state = { program: chosen?.program };
      return take(async () => {
        const answer = await api.applicants.applyForProgram({ body });
        // Refused, and still APPLIED: she applied before, and nobody tells to which program.
        if (answer.status !== 200) state.program = undefined;
        return answer;
      }, state);
    },
  });
  return (
    <>
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      <form {...form.props}>
        <RadioField
          name="program"
          label={texts.program}
          hint={texts.hint}
          error={form.errors.program}
          options={offers.map(({ value, program, batch }) => ({
            value,
            label: texts.offer(program, batch),
          }))}
        />
        <SubmitButton busy={form.busy} label={texts.apply} busyLabel={texts.applying} />
      </form>
      {problem}
    </>
  );
}
