import { bioForm, dateOfBirth, toBioData } from '@one-planet/contract';
import { countries } from '@one-planet/contract/countries';
import { educationLevels, genders, maritalStatuses } from '@one-planet/contract/limits';
import { type FocusEvent, memo, useState } from 'react';
import { StepPage } from '../../applicant/step-page.tsx';
import { useSite } from '../../site/client.ts';
import type { Clock } from '../../site/clock.ts';
import type { Profile } from '../../site/records.ts';
import { textOf } from '../../site/unchecked.ts';
import { englishCountryName } from '../../texts/countries.ts';
import { localCountryName } from '../../texts/english-formats.ts';
import { formTexts, nationalityTexts, shownBiographyTexts } from '../../texts/form-words.ts';
import { englishNationality, localNationality } from '../../texts/nationality.ts';
import { Text } from '../../ui/blocks.tsx';
import { DateField } from '../../ui/form/date-field.tsx';
import { Field, RadioField, SelectField } from '../../ui/form/fields.tsx';
import { FileField } from '../../ui/form/file-field.tsx';
import { dateFromParts, type FormValues, setInputValue } from '../../ui/form/form-entries.ts';
import { RequirementPanels } from '../../ui/requirement-panels.tsx';
import { biography } from './biography-words.ts';
import { asOptions, StepForm, useStepForm } from './step-form.tsx';

const texts = { ...biography, ...shownBiographyTexts };

/** `/applicant/biography_data`: the first of the four forms (specification/journey §2, §3, §5, §8). */
export function BiographyData() {
  return (
    <StepPage texts={texts} step="applicants.saveBioData" panel={<RequirementPanels />}>
      {(profile) => <BiographyForm profile={profile} />}
    </StepPage>
  );
}

/** @param clock the date of a phone may be wrong, so the age is checked by the site's clock */
function makeBiographyRules({ now }: Clock) {
  const bioRules = bioForm.extend({ dateOfBirth: dateOfBirth(now) });
  return {
    // The date of birth has three inputs, and countries and the usual nationality are sent in English.
    safeParse: (typed: FormValues) =>
      bioRules.safeParse({
        ...typed,
        countryOfBirth: englishCountryName(textOf(typed.countryOfBirth)),
        countryOfResidence: englishCountryName(textOf(typed.countryOfResidence)),
        nationality: englishNationality(textOf(typed.nationality)),
        dateOfBirth: dateFromParts(typed, 'dateOfBirth'),
      }),
  };
}

function BiographyForm({ profile }: { profile: Profile }) {
  const { id } = profile;
  const { clock } = useSite();
  const [rules] = useState(() => makeBiographyRules(clock));
  const stepForm = useStepForm('applicants.saveBioData', {
    profile,
    rules,
    makeSubmission: (values) => ({
      files: {
        profilePicture: { as: 'profilePicture', chosen: values.profilePicture },
        educationDocument: { as: 'educationDocument', chosen: values.educationDocument },
      },
      body: toBioData(values, {
        ...(id == null ? {} : { id }),
        profilePicture: '',
        educationDocument: '',
      }),
    }),
  });
  const { errors, draftName } = stepForm.form;
  const fieldPropsOf = <N extends keyof typeof texts>(name: N) => ({
    name,
    label: texts[name],
    error: errors[name],
  });
  return (
    <>
      <StepForm stepForm={stepForm} lead={formTexts.check.lead}>
        {/* In the order of the rules, because the error summary has that order, too. */}
        <Field
          {...fieldPropsOf('countryOfBirth')}
          list="countries"
          autoComplete="off"
          {...shortcutPropsFor([localCountryName(ethiopia), texts.ethiopia], texts.countryOfBirth)}
        />
        <Field
          {...fieldPropsOf('countryOfResidence')}
          list="countries"
          autoComplete="country-name"
          {...shortcutPropsFor([readCountryOfBirth, texts.sameCountry], texts.countryOfResidence)}
        />
        <Field
          {...fieldPropsOf('nationality')}
          autoComplete="off"
          {...shortcutPropsFor([nationalityTexts.ethiopian], texts.nationality, localNationality)}
        />
        <Field {...fieldPropsOf('nativeLanguage')} autoComplete="off" />
        <RadioField {...fieldPropsOf('gender')} options={asOptions(genders)} />
        <DateField {...fieldPropsOf('dateOfBirth')} hint={texts.dateHint} />
        <SelectField {...fieldPropsOf('educationLevel')} options={asOptions(educationLevels)} />
        <SelectField
          {...fieldPropsOf('maritalStatus')}
          required={false}
          options={asOptions(maritalStatuses)}
        />
        <FileField
          {...fieldPropsOf('profilePicture')}
          hint={texts.profilePictureHint}
          draftName={draftName}
          fileKind="profilePicture"
        />
        <FileField
          {...fieldPropsOf('educationDocument')}
          hint={texts.educationDocumentHint}
          draftName={draftName}
          fileKind="educationDocument"
        />
      </StepForm>
      <CountryList />
    </>
  );
}

const ethiopia = 'Ethiopia';

const readCountryOfBirth = () =>
  document.querySelector<HTMLInputElement>('[name=countryOfBirth]')?.value ?? '';

/** The countries that a field suggests. It is not rendered with every key: it has 200 elements. */
const CountryList = memo(() => (
  <datalist id="countries">
    {[ethiopia, ...countries.filter((country) => country !== ethiopia)].map((country) => (
      <option key={country} value={localCountryName(country)} />
    ))}
  </datalist>
));

/**
 * Props for a field with a button that fills in the most frequent value. A typed value that differs from a known one only
 * in upper and lower case, or is one in another language of the site, is replaced by it.
 * @param usualValue the value that the button fills in, or a function that reads it
 * @param buttonText default: the value
 * @param label the field's label, which the button adds for screen readers
 * @param localizeValue translates a value into the language of the page, or returns it as it is
 */
function shortcutPropsFor(
  [usualValue, buttonText = String(usualValue)]: [
    usualValue: string | (() => string),
    buttonText?: string,
  ],
  label: string,
  localizeValue = (value: string) => localCountryName(englishCountryName(value)),
) {
  return {
    onBlur: ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
      const knownValues = [buttonText, ...countries.map(localCountryName)];
      const typedValue = input.value.trim().toLowerCase();
      setInputValue(
        input,
        knownValues.find((knownValue) => knownValue.toLowerCase() === typedValue) ??
          localizeValue(input.value),
      );
    },
    adornment: (
      <button
        type="button"
        className="toggle"
        onClick={({ currentTarget }) => {
          const input = currentTarget.parentElement?.querySelector('input');
          const value = typeof usualValue === 'function' ? usualValue() : usualValue;
          if (input) setInputValue(input, value);
        }}
      >
        <Text>{buttonText}</Text>
        <span className="hidden">{` ${label}`}</span>
      </button>
    ),
  };
}
