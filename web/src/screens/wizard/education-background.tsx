import { ErrorSummary } from '../../components/error-summary.tsx';
import { Field } from '../../components/field.tsx';
import { useProblem } from '../../components/problem.tsx';
import { StepPage } from '../../components/step-page.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { useForm } from '../../components/use-form.ts';
import { useStep } from '../../components/use-step.ts';
import { stepPaths } from '../../paths.ts';
import { useOwnDraft } from '../../state/drafts.ts';
import { useSite } from '../../state/site.ts';
import { texts as shared } from '../../texts/dialog.ts';
import { texts } from '../../texts/education.ts';

const fields = [
  { name: 'lastAttendedHighSchool' },
  { name: 'highSchoolAddress', hint: texts.highSchoolAddressHint },
  { name: 'grade10Result', hint: texts.grade10ResultHint, inputMode: 'decimal' },
  { name: 'grade10Year', hint: texts.yearHint, inputMode: 'numeric' },
  { name: 'grade12Result', hint: texts.grade12ResultHint, inputMode: 'decimal' },
  { name: 'grade12Year', hint: texts.grade12YearHint, inputMode: 'numeric' },
] as const;

/** `/applicant/education_background`: the second saved step (journey specification, sections 2, 5 and 7). */
export default function EducationBackground() {
  return (
    <StepPage texts={texts} state="BIOGRAPHIC_APPLICANT2">
      {() => <EducationForm />}
    </StepPage>
  );
}

function EducationForm() {
  const { api } = useSite();
  const [problem, tell] = useProblem();
  const take = useStep({
    from: 'BIOGRAPHIC_APPLICANT2',
    to: 'BIOGRAPHIC_APPLICANT3',
    taken: [200, 201],
    next: stepPaths.emergencyContact,
    tell,
    onTaken: () => form.forget(),
  });
  const form = useForm({
    draft: useOwnDraft('education'),
    rules: async () => (await import('./education-rules.ts')).education,
    onUnreachable: () => tell(shared.checkConnection),
    send: (body) => take(() => api.applicants.saveEducationData({ body })),
  });
  return (
    <>
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      <form {...form.props}>
        {fields.map(({ name, ...field }) => (
          <Field
            key={name}
            name={name}
            label={texts[name]}
            error={form.errors[name]}
            autoComplete="off"
            {...field}
          />
        ))}
        <SubmitButton busy={form.busy} label={texts.save} busyLabel={texts.saving} />
      </form>
      {problem}
    </>
  );
}
