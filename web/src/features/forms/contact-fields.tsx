import { contactRelations } from '@one-planet/contract/choices';
import { Field } from '../../ui/form/field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { texts } from './emergency-contact-words.ts';

interface ContactFieldsProps {
  errors: Readonly<Record<string, string>>;
  /** The relationship is not one of the list. */
  isOther: boolean;
}

const relations = contactRelations.map((value) => ({
  value,
  label: value.charAt(0).toUpperCase() + value.slice(1),
}));

/** The fields of the emergency contact, of somebody else than whom the browser knows. */
export function ContactFields({ errors, isOther }: ContactFieldsProps) {
  const field = (name: ContactField) => ({
    name,
    label: texts[name],
    error: errors[name],
    autoComplete: 'off',
  });
  return (
    <>
      <Field {...field('contactFullName')} autoCapitalize="words" />
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
