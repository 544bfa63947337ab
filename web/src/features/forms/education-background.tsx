import { lifecycle } from '@one-planet/contract/lifecycle';
import { useDelivery } from '../../applicant/delivery.ts';
import { KeepTyping } from '../../applicant/kept.tsx';
import type { Profile } from '../../applicant/reads.ts';
import { StepPage } from '../../applicant/step-page.tsx';
import { useOwnDraft } from '../../site/drafts.ts';
import { useSite } from '../../site/site.ts';
import { CheckedForm, useCheckedForm } from '../../ui/form/checked-form.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useMessageDialog } from '../../ui/form/message-dialog.tsx';
import { texts as shared } from '../../words/forms.ts';
import { progressOf } from '../../words/step-of.ts';
import { education as texts } from './words.ts';

const fields = [
  { name: 'lastAttendedHighSchool' },
  { name: 'highSchoolAddress', hint: texts.highSchoolAddressHint },
  { name: 'grade10Result', hint: texts.grade10ResultHint, inputMode: 'decimal' },
  { name: 'grade10Year', hint: texts.yearHint, inputMode: 'numeric' },
  { name: 'grade12Result', hint: texts.grade12ResultHint, inputMode: 'decimal' },
  { name: 'grade12Year', hint: texts.grade12YearHint, inputMode: 'numeric' },
] as const;

/** `/applicant/education_background`: the second saved step (journey specification, sections 2, 5 and 7). */
export function EducationBackground() {
  return (
    <StepPage
      texts={texts}
      progress={progressOf('BIOGRAPHIC_APPLICANT2')}
      state={lifecycle['applicants.saveEducationData'].from}
    >
      {(profile) => <EducationForm profile={profile} />}
    </StepPage>
  );
}

function EducationForm({ profile }: { profile: Profile }) {
  const { api } = useSite();
  const [problem, tell] = useMessageDialog();
  const draft = useOwnDraft('education');
  const [, deliver] = useDelivery('applicants.saveEducationData', {
    draft,
    profile,
    tell,
    onTaken: () => form.forget(),
  });
  const form = useCheckedForm({
    draft,
    rules: async () => {
      const { educationForm, toEducationData } = await import('@one-planet/contract');
      const sent = educationForm.transform(toEducationData);
      // Many keyboards and certificates use a decimal comma.
      const withPoint = (result: unknown) => String(result ?? '').replace(',', '.');
      return {
        safeParse: (typed) =>
          sent.safeParse({
            ...typed,
            grade10Result: withPoint(typed.grade10Result),
            grade12Result: withPoint(typed.grade12Result),
          }),
      };
    },
    onUnreachable: () => tell(shared.checkConnection),
    send: (values) =>
      deliver({
        body: () => values,
        send: (body) => api.applicants.saveEducationData({ body }),
      }),
  });
  return (
    <>
      <CheckedForm form={form} texts={texts.buttons} lead={shared.check.lead}>
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
        <KeepTyping draft={draft} />
      </CheckedForm>
      {problem}
    </>
  );
}
