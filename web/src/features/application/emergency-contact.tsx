import { contactForm, toContactData } from '@one-planet/contract';
import { contactRelations } from '@one-planet/contract/limits';
import { useState } from 'react';
import { StepPage } from '../../applicant/step-page.tsx';
import { useSite } from '../../site/client.ts';
import type { Profile } from '../../site/records.ts';
import { formTexts as shared } from '../../texts/form-words.ts';
import { Field, SelectField } from '../../ui/form/fields.tsx';
import type { FormValues } from '../../ui/form/form-entries.ts';
import { contact as texts } from './application-words.ts';
import { asOptions, StepForm, useStepForm } from './step-form.tsx';

/** `/applicant/emergency_contact`: the third saved step (journey specification, sections 2, 5 and 7). */
export function EmergencyContact() {
  return (
    <StepPage texts={texts} step="applicants.saveContactData">
      {(profile) => <ContactForm profile={profile} />}
    </StepPage>
  );
}

const sent = contactForm.transform(toContactData);
const rules = { safeParse: (typed: FormValues) => sent.safeParse(withoutEmpty(typed)) };

function ContactForm({ profile }: { profile: Profile }) {
  const { api } = useSite();
  const [isOther, setIsOther] = useState(false);
  const step = useStepForm('applicants.saveContactData', {
    profile,
    rules,
    onValues: ({ contactRelation }) => setIsOther(contactRelation === 'Other'),
    parcel: (values) => ({
      body: () => values,
      send: () => api.applicants.saveContactData({ body: values }),
    }),
  });
  const { errors } = step.form;
  // Without autocomplete: the browser would fill in the applicant's own details.
  const field = <N extends keyof typeof texts>(name: N) => ({
    name,
    label: texts[name],
    error: errors[name],
    autoComplete: 'off',
  });
  return (
    <StepForm step={step} texts={texts.buttons} lead={shared.check.lead}>
      <Field
        {...field('contactFullName')}
        hint={texts.contactFullNameHint}
        autoCapitalize="words"
      />
      <Field
        {...field('contactPhone')}
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
      {/* Hidden, not taken away: what was typed there must stay when another relationship is chosen. */}
      <div hidden={!isOther}>
        <Field {...field('otherRelation')} hint={texts.otherRelationHint} />
      </div>
      <Field {...field('contactOccupation')} required={false} />
      <Field {...field('nameOfEmployer')} required={false} />
      <Field {...field('phoneOfEmployer')} required={false} type="tel" />
      <Field
        {...field('emailOfEmployer')}
        required={false}
        type="email"
        autoCapitalize="none"
        spellCheck={false}
      />
    </StepForm>
  );
}

const optional = ['contactOccupation', 'nameOfEmployer', 'phoneOfEmployer', 'emailOfEmployer'];

/** Leaves out optional fields that are empty. */
function withoutEmpty(typed: FormValues): FormValues {
  const isEmpty = (name: string) => optional.includes(name) && !String(typed[name] ?? '').trim();
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !isEmpty(name)));
}
