import { bioForm, dateOfBirth, toBioData } from '@one-planet/contract';
import { countries } from '@one-planet/contract/countries';
import { educationLevels, genders, maritalStatuses } from '@one-planet/contract/limits';
import type { FocusEvent } from 'react';
import { StepPage } from '../../applicant/step-page.tsx';
import { useSite } from '../../site/client.ts';
import { now } from '../../site/clock.ts';
import type { Profile } from '../../site/records.ts';
import { textOf } from '../../site/unchecked.ts';
import { englishCountryName } from '../../texts/countries.ts';
import { localCountryName } from '../../texts/english-formats.ts';
import { formTexts as shared } from '../../texts/form-words.ts';
import { RequirementPanels, Text } from '../../ui/blocks.tsx';
import { DateField, dateFromParts } from '../../ui/form/date-field.tsx';
import { Field, RadioField, SelectField } from '../../ui/form/fields.tsx';
import { FileField } from '../../ui/form/file-field.tsx';
import type { FormValues } from '../../ui/form/form-entries.ts';
import { biography as texts } from './application-words.ts';
import { asOptions, StepForm, useStepForm } from './step-form.tsx';

/** `/applicant/biography_data`: the first of the forms (journey specification, sections 2, 3, 5 and 8). */
export function BiographyData() {
  return (
    <StepPage texts={texts} step="applicants.saveBioData" panel={<RequirementPanels />}>
      {(profile) => <BiographyForm profile={profile} />}
    </StepPage>
  );
}

// The day of a phone may be wrong.
const bioRules = bioForm.extend({ dateOfBirth: dateOfBirth(now) });
const rules = {
  // The date of birth has three inputs; countries are sent by their English names.
  safeParse: (typed: FormValues) =>
    bioRules.safeParse({
      ...typed,
      countryOfBirth: englishCountryName(textOf(typed.countryOfBirth)),
      countryOfResidence: englishCountryName(textOf(typed.countryOfResidence)),
      dateOfBirth: dateFromParts(typed, 'dateOfBirth'),
    }),
};

function BiographyForm({ profile }: { profile: Profile }) {
  const { id } = profile;
  const { api } = useSite();
  const step = useStepForm('applicants.saveBioData', {
    profile,
    rules,
    parcel: (values) => ({
      files: {
        profilePicture: { as: 'profilePicture', chosen: values.profilePicture },
        educationDocument: { as: 'educationDocument', chosen: values.educationDocument },
      },
      body: (stored) =>
        toBioData(values, {
          ...(id == null ? {} : { id }),
          profilePicture: stored('profilePicture'),
          educationDocument: stored('educationDocument'),
        }),
      send: (body) => api.applicants.saveBioData({ body }),
    }),
  });
  const { errors, draft } = step.form;
  const field = <N extends keyof typeof texts>(name: N) => ({
    name,
    label: texts[name],
    error: errors[name],
  });
  return (
    <>
      <StepForm step={step} texts={texts.buttons} lead={shared.check.lead}>
        {/* In the same order as the rules, which the error summary follows. */}
        <Field
          {...field('countryOfBirth')}
          hint={texts.countryHint}
          list="countries"
          autoComplete="off"
          {...asListed([localCountryName(ethiopia), texts.ethiopia], texts.countryOfBirth)}
        />
        <Field
          {...field('countryOfResidence')}
          hint={texts.countryHint}
          list="countries"
          autoComplete="country-name"
          {...asListed([localCountryName(ethiopia), texts.ethiopia], texts.countryOfResidence)}
        />
        <Field
          {...field('nationality')}
          autoComplete="off"
          {...asListed(['Ethiopian', texts.ethiopian], texts.nationality)}
        />
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
      </StepForm>
      <datalist id="countries">
        {[ethiopia, ...countries.filter((country) => country !== ethiopia)].map((country) => (
          <option key={country} value={localCountryName(country)} />
        ))}
      </datalist>
    </>
  );
}

const ethiopia = 'Ethiopia';

/**
 * What most applicants answer, one tap away; and what is typed becomes as the list spells it.
 * @param usual what is typed, and what the button says
 */
function asListed([usual, says]: [string, string], label: string) {
  const listed = [usual, ...countries.map(localCountryName)];
  return {
    onBlur: ({ currentTarget: input }: FocusEvent<HTMLInputElement>) => {
      const plain = input.value.trim().toLowerCase();
      write(input, listed.find((one) => one.toLowerCase() === plain) ?? input.value);
    },
    adornment: (
      <button
        type="button"
        className="toggle"
        onClick={({ currentTarget }) => {
          const input = currentTarget.parentElement?.querySelector('input');
          if (input) write(input, usual);
        }}
      >
        <Text>{says}</Text>
        <span className="hidden">{` ${label}`}</span>
      </button>
    ),
  };
}

/** As if it was typed: the form keeps and checks it. */
function write(input: HTMLInputElement, value: string): void {
  if (input.value === value) return;
  input.value = value;
  input.dispatchEvent(new Event('input', { bubbles: true }));
}
