import { contactForm, toContactData } from '@one-planet/contract';
import { contactRelations } from '@one-planet/contract/limits';
import { useState } from 'react';
import { StepPage } from '../../applicant/step-page.tsx';
import type { Profile } from '../../site/records.ts';
import { formTexts } from '../../texts/form-words.ts';
import { Field, SelectField } from '../../ui/form/fields.tsx';
import type { FormValues } from '../../ui/form/form-entries.ts';
import { contact as texts } from './contact-words.ts';
import { asOptions, StepForm, useStepForm } from './step-form.tsx';

/** `/applicant/emergency_contact`: the third of the four forms (specification/journey §2, §5, §7). */
export function EmergencyContact() {
  return (
    <StepPage texts={texts} step="applicants.saveContactData">
      {(profile) => <ContactForm profile={profile} />}
    </StepPage>
  );
}

const payloadSchema = contactForm.transform(toContactData);
const rules = {
  safeParse: (typed: FormValues) => payloadSchema.safeParse(withoutEmptyOptional(typed)),
};

function ContactForm({ profile }: { profile: Profile }) {
  const [hasEmployer, setHasEmployer] = useState(false);
  const [isOtherRelation, setIsOtherRelation] = useState(false);
  const stepForm = useStepForm('applicants.saveContactData', {
    profile,
    rules,
    onValues: (values) => {
      setIsOtherRelation(values.contactRelation === 'Other');
      // What is filled is unfolded, so that nothing is sent unseen; it does not fold again while she types.
      if (employerFields.some((name) => values[name])) setHasEmployer(true);
    },
    makeSubmission: (body) => ({ body }),
  });
  const { errors } = stepForm.form;
  // Without autocomplete, because the browser would fill in the applicant's own details.
  const fieldProps = <N extends keyof typeof texts>(name: N) => ({
    name,
    label: texts[name],
    error: errors[name],
    autoComplete: 'off',
  });
  return (
    <StepForm stepForm={stepForm} lead={formTexts.check.lead}>
      <Field
        {...fieldProps('contactFullName')}
        hint={texts.contactFullNameHint}
        autoCapitalize="words"
      />
      <Field
        {...fieldProps('contactPhone')}
        type="tel"
        hint={texts.contactPhoneHint}
        placeholder={texts.phonePlaceholder}
      />
      <SelectField
        name="contactRelation"
        label={texts.contactRelation}
        error={errors.contactRelation}
        options={asOptions(contactRelations)}
      />
      {/* Hidden instead of removed, so that its input stays while another relationship is chosen. */}
      <div hidden={!isOtherRelation}>
        <Field {...fieldProps('otherRelation')} hint={texts.otherRelationHint} />
      </div>
      <Field {...fieldProps('contactOccupation')} required={false} />
      <details open={hasEmployer}>
        <summary>{texts.employer}</summary>
        <Field {...fieldProps('nameOfEmployer')} required={false} />
        <Field {...fieldProps('phoneOfEmployer')} required={false} type="tel" />
        <Field
          {...fieldProps('emailOfEmployer')}
          required={false}
          type="email"
          autoCapitalize="none"
          spellCheck={false}
        />
      </details>
    </StepForm>
  );
}

const employerFields = ['nameOfEmployer', 'phoneOfEmployer', 'emailOfEmployer'];
const optionalFieldNames = ['contactOccupation', ...employerFields];

/** @returns the typed values without optional ones that are empty */
function withoutEmptyOptional(typed: FormValues): FormValues {
  const isEmpty = (fieldName: string) =>
    optionalFieldNames.includes(fieldName) && !String(typed[fieldName] ?? '').trim();
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !isEmpty(name)));
}
