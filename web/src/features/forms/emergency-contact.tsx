import { contactRelations } from '@one-planet/contract/choices';
import { lifecycle } from '@one-planet/contract/lifecycle';
import { useState } from 'react';
import { useDelivery } from '../../applicant/delivery.ts';
import { KeepTyping } from '../../applicant/kept.tsx';
import type { Profile } from '../../applicant/reads.ts';
import { StepPage } from '../../applicant/step-page.tsx';
import { useOwnDraft } from '../../site/drafts.ts';
import { useSite } from '../../site/site.ts';
import { CheckedForm, useCheckedForm } from '../../ui/form/checked-form.tsx';
import { Field } from '../../ui/form/field.tsx';
import type { Typed } from '../../ui/form/form-entries.ts';
import { useMessageDialog } from '../../ui/form/message-dialog.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { texts as shared } from '../../words/forms.ts';
import { progressOf } from '../../words/step-of.ts';
import { choices, contact as texts } from './words.ts';

/** `/applicant/emergency_contact`: the third saved step (journey specification, sections 2, 5 and 7). */
export function EmergencyContact() {
  return (
    <StepPage
      texts={texts}
      progress={progressOf('BIOGRAPHIC_APPLICANT3')}
      state={lifecycle['applicants.saveContactData'].from}
    >
      {(profile) => <ContactForm profile={profile} />}
    </StepPage>
  );
}

function ContactForm({ profile }: { profile: Profile }) {
  const { api } = useSite();
  const [problem, tell] = useMessageDialog();
  const [isOther, setIsOther] = useState(false);
  const draft = useOwnDraft('contact');
  const [, deliver] = useDelivery('applicants.saveContactData', {
    draft,
    profile,
    tell,
    onTaken: () => form.forget(),
  });
  const form = useCheckedForm({
    draft,
    rules: async () => {
      const { contactForm, toContactData } = await import('@one-planet/contract');
      const sent = contactForm.transform(toContactData);
      return { safeParse: (typed) => sent.safeParse(withoutEmpty(typed)) };
    },
    onTyped: ({ contactRelation }) => setIsOther(contactRelation === 'Other'),
    onUnreachable: () => tell(shared.checkConnection),
    send: (values) =>
      deliver({
        body: () => values,
        send: (body) => api.applicants.saveContactData({ body }),
      }),
  });
  return (
    <>
      <CheckedForm form={form} texts={texts.buttons} lead={shared.check.lead}>
        <ContactFields errors={form.errors} isOther={isOther} />
        <KeepTyping draft={draft} />
      </CheckedForm>
      {problem}
    </>
  );
}

const optional = ['contactOccupation', 'nameOfEmployer', 'phoneOfEmployer', 'emailOfEmployer'];

/** Leaves out optional fields that are empty. */
function withoutEmpty(typed: Typed): Typed {
  const isEmpty = (name: string) => optional.includes(name) && !String(typed[name] ?? '').trim();
  return Object.fromEntries(Object.entries(typed).filter(([name]) => !isEmpty(name)));
}

interface ContactFieldsProps {
  errors: Readonly<Record<string, string>>;
  /** The relationship is not on the list. */
  isOther: boolean;
}

const relations = contactRelations.map((value) => ({
  value,
  label: choices[value] ?? value,
}));

/** Without autocomplete: the browser would fill in the applicant's own details. */
export function ContactFields({ errors, isOther }: ContactFieldsProps) {
  const field = (name: ContactField) => ({
    name,
    label: texts[name],
    error: errors[name],
    autoComplete: 'off',
  });
  return (
    <>
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
        options={relations}
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
    </>
  );
}

type ContactField =
  | 'contactFullName'
  | 'contactPhone'
  | 'otherRelation'
  | 'contactOccupation'
  | 'nameOfEmployer'
  | 'phoneOfEmployer'
  | 'emailOfEmployer';
