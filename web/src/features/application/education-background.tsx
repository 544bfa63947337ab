import { educationForm, toEducationData } from '@one-planet/contract';
import { StepPage } from '../../applicant/step-page.tsx';
import type { Profile } from '../../site/records.ts';
import { formTexts } from '../../texts/form-words.ts';
import { Field } from '../../ui/form/fields.tsx';
import type { FormValues } from '../../ui/form/form-entries.ts';
import { education as texts } from './education-words.ts';
import { StepForm, useStepForm } from './step-form.tsx';

/** The fields, in rows of those that belong together. */
const fieldRows = [
  [
    { name: 'lastAttendedHighSchool' },
    { name: 'highSchoolAddress', hint: texts.highSchoolAddressHint },
  ],
  [
    { name: 'grade10Result', hint: texts.grade10ResultHint, inputMode: 'decimal' },
    { name: 'grade10Year', hint: texts.yearHint, inputMode: 'numeric' },
  ],
  [
    { name: 'grade12Result', hint: texts.grade12ResultHint, inputMode: 'decimal' },
    { name: 'grade12Year', hint: texts.grade12YearHint, inputMode: 'numeric' },
  ],
] as const;

/** `/applicant/education_background`: the second of the four forms (specification/journey §2, §5, §7). */
export function EducationBackground() {
  return (
    <StepPage texts={texts} step="applicants.saveEducationData">
      {(profile) => <EducationForm profile={profile} />}
    </StepPage>
  );
}

const payloadSchema = educationForm.transform(toEducationData);

const rules = {
  safeParse: (typed: FormValues) =>
    payloadSchema.safeParse({
      ...typed,
      grade10Result: withDecimalPoint(typed.grade10Result),
      grade12Result: withDecimalPoint(typed.grade12Result),
    }),
};

/** Replaces a decimal comma, which many keyboards and certificates use. */
function withDecimalPoint(gradeResult: unknown): string {
  return String(gradeResult ?? '').replace(',', '.');
}

function EducationForm({ profile }: { profile: Profile }) {
  const stepForm = useStepForm('applicants.saveEducationData', {
    profile,
    rules,
    makeSubmission: (body) => ({ body }),
  });
  return (
    <StepForm stepForm={stepForm} lead={formTexts.check.lead}>
      {fieldRows.map((fieldRow) => (
        <div key={fieldRow[0].name} className="side-by-side">
          {fieldRow.map(({ name, ...field }) => (
            <Field
              key={name}
              name={name}
              label={texts[name]}
              error={stepForm.form.errors[name]}
              autoComplete="off"
              {...field}
            />
          ))}
        </div>
      ))}
    </StepForm>
  );
}
