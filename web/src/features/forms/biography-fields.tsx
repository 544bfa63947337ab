import { educationLevels, genders, maritalStatuses } from '@one-planet/contract/choices';
import { DateField } from '../../ui/form/date-field.tsx';
import { Field } from '../../ui/form/field.tsx';
import { FileField } from '../../ui/form/file-field.tsx';
import { RadioField } from '../../ui/form/radio-field.tsx';
import { SelectField } from '../../ui/form/select-field.tsx';
import { choices, biography as texts } from './words.ts';

interface BiographyFieldsProps {
  errors: Readonly<Record<string, string>>;
  draft: string;
}

/** In the same order as the rules, which the error summary follows. */
export function BiographyFields({ errors, draft }: BiographyFieldsProps) {
  /** What every field has. */
  const field = <N extends keyof typeof texts>(name: N) => ({
    name,
    label: texts[name],
    error: errors[name],
  });
  return (
    <>
      <Field
        {...field('countryOfBirth')}
        hint={texts.countryHint}
        list="countries"
        autoComplete="off"
      />
      <Field
        {...field('countryOfResidence')}
        hint={texts.countryHint}
        list="countries"
        autoComplete="country-name"
      />
      <Field {...field('nationality')} autoComplete="off" />
      <Field {...field('nativeLanguage')} autoComplete="off" />
      <RadioField {...field('gender')} options={asOptions(genders)} />
      <DateField {...field('dateOfBirth')} hint={texts.dateHint} />
      <SelectField {...field('educationLevel')} options={asOptions(educationLevels)} />
      <SelectField
        {...field('maritalStatus')}
        required={false}
        options={asOptions(maritalStatuses)}
      />
      <FileField
        {...field('profilePicture')}
        hint={texts.profilePictureHint}
        draft={draft}
        kind="profilePicture"
      />
      <FileField
        {...field('educationDocument')}
        hint={texts.educationDocumentHint}
        draft={draft}
        kind="educationDocument"
      />
    </>
  );
}

function asOptions(values: readonly string[]) {
  return values.map((value) => ({ value, label: choices[value] ?? value }));
}
