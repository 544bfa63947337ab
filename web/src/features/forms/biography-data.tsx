import { countries } from '@one-planet/contract/countries';
import { lifecycle } from '@one-planet/contract/lifecycle';
import { useDelivery } from '../../applicant/delivery.ts';
import { KeepTyping } from '../../applicant/kept.tsx';
import type { Profile } from '../../applicant/reads.ts';
import { StepPage } from '../../applicant/step-page.tsx';
import { useOwnDraft } from '../../site/drafts.ts';
import { useSite } from '../../site/site.ts';
import { CheckedForm, useCheckedForm } from '../../ui/form/checked-form.tsx';
import { typedDate } from '../../ui/form/date-field.tsx';
import { useMessageDialog } from '../../ui/form/message-dialog.tsx';
import { RequirementPanels } from '../../ui/requirements/requirement-panels.tsx';
import { texts as shared } from '../../words/forms.ts';
import { progressOf } from '../../words/step-of.ts';
import { BiographyFields } from './biography-fields.tsx';
import { biography as texts } from './words.ts';

/** `/applicant/biography_data`: the first of the forms (journey specification, sections 2, 3, 5 and 8). */
export function BiographyData() {
  return (
    <StepPage
      texts={texts}
      progress={progressOf('BIOGRAPHIC_APPLICANT')}
      state={lifecycle['applicants.saveBioData'].from}
      panel={<RequirementPanels />}
    >
      {(profile) => <BiographyForm profile={profile} />}
    </StepPage>
  );
}

function BiographyForm({ profile }: { profile: Profile }) {
  const { id } = profile;
  const { api } = useSite();
  const draft = useOwnDraft('biography');
  const [dialog, tell] = useMessageDialog();
  const [progress, deliver] = useDelivery('applicants.saveBioData', {
    draft,
    profile,
    tell,
    onTaken: () => form.forget(),
  });
  const form = useCheckedForm({
    draft,
    rules: async () => {
      const { bioForm } = await import('@one-planet/contract');
      // The date of birth has three inputs.
      return {
        safeParse: (typed) =>
          bioForm.safeParse({ ...typed, dateOfBirth: typedDate(typed, 'dateOfBirth') }),
      };
    },
    onUnreachable: () => tell(shared.checkConnection),
    send: async (values) => {
      const { toBioData } = await import('@one-planet/contract');
      await deliver({
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
      });
    },
  });
  return (
    <>
      <CheckedForm form={form} texts={texts.buttons} lead={shared.check.lead} progress={progress}>
        <BiographyFields errors={form.errors} draft={draft} />
        <KeepTyping draft={draft} />
      </CheckedForm>
      <datalist id="countries">
        {countries.map((country) => (
          <option key={country} value={country} />
        ))}
      </datalist>
      {dialog}
    </>
  );
}
