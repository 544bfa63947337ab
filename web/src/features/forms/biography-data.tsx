import type { Profile } from '@one-planet/contract';
import { countries } from '@one-planet/contract/countries';
import { StepPage } from '../../applicant/step-page.tsx';
import { useStep } from '../../applicant/use-step.ts';
import { useUpload } from '../../applicant/use-upload.tsx';
import { paths } from '../../routes.ts';
import { useOwnDraft } from '../../site/drafts.ts';
import { useSite } from '../../site/site.ts';
import { ErrorSummary } from '../../ui/form/error-summary.tsx';
import { useProblem } from '../../ui/form/problem.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { RequirementPanels } from '../../ui/requirement-panels.tsx';
import { texts as shared } from '../../words/forms.ts';
import { BiographyFields } from './biography-fields.tsx';
import { texts } from './biography-words.ts';

/** `/applicant/biography_data`: the first of the forms (journey specification, sections 2, 3, 5 and 8). */
export default function BiographyData() {
  return (
    <StepPage texts={texts} state="BIOGRAPHIC_APPLICANT" panel={<RequirementPanels />}>
      {(profile) => <BiographyForm profile={profile} />}
    </StepPage>
  );
}

function BiographyForm({ profile: { id } }: { profile: Profile }) {
  const { api } = useSite();
  const draft = useOwnDraft('biography');
  const [dialog, tell] = useProblem();
  const [progress, upload] = useUpload(draft, tell);
  const step = useStep({
    from: 'BIOGRAPHIC_APPLICANT',
    to: 'BIOGRAPHIC_APPLICANT2',
    taken: [200],
    next: paths.educationBackground,
    tell,
    onTaken: () => form.forget(),
  });
  const form = useForm({
    draft,
    rules: async () => (await import('./biography-rules.ts')).typedBioForm,
    onUnreachable: () => tell(shared.checkConnection),
    send: async (values) => {
      const { profilePicture, educationDocument } = values;
      const stored = await upload({ profilePicture, educationDocument });
      if (!stored) return;
      const { toBioData } = await import('./biography-rules.ts');
      const body = toBioData(values, { ...(id == null ? {} : { id }), ...stored });
      await step(() => api.applicants.saveBioData({ body }));
    },
  });
  return (
    <>
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      <form {...form.props}>
        <BiographyFields errors={form.errors} draft={draft} />
        {progress}
        <SubmitButton busy={form.busy} label={texts.submit} busyLabel={texts.busy} />
      </form>
      <datalist id="countries">
        {countries.map((country) => (
          <option key={country} value={country} />
        ))}
      </datalist>
      {dialog}
    </>
  );
}
