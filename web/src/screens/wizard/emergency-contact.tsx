import { useState } from 'react';
import { ErrorSummary } from '../../components/error-summary.tsx';
import { useProblem } from '../../components/problem.tsx';
import { StepPage } from '../../components/step-page.tsx';
import { SubmitButton } from '../../components/submit-button.tsx';
import { useForm } from '../../components/use-form.ts';
import { useStep } from '../../components/use-step.ts';
import { stepPaths } from '../../paths.ts';
import { useOwnDraft } from '../../state/drafts.ts';
import { useSite } from '../../state/site.ts';
import { texts as shared } from '../../texts/dialog.ts';
import { texts } from '../../texts/emergency-contact.ts';
import { ContactFields } from './contact-fields.tsx';

/** `/applicant/emergency_contact`: the third saved step (journey specification, sections 2, 5 and 7). */
export default function EmergencyContact() {
  return (
    <StepPage texts={texts} state="BIOGRAPHIC_APPLICANT3">
      {() => <ContactForm />}
    </StepPage>
  );
}

function ContactForm() {
  const { api } = useSite();
  const [problem, tell] = useProblem();
  const [isOther, setIsOther] = useState(false);
  const take = useStep({
    from: 'BIOGRAPHIC_APPLICANT3',
    to: 'READY_TO_APPLY',
    taken: [200, 201],
    next: stepPaths.applyProgram,
    tell,
    onTaken: () => form.forget(),
  });
  const form = useForm({
    draft: useOwnDraft('contact'),
    rules: async () => (await import('./contact-rules.ts')).contact,
    onTyped: ({ contactRelation }) => setIsOther(contactRelation === 'Other'),
    onUnreachable: () => tell(shared.checkConnection),
    send: (body) => take(() => api.applicants.saveContactData({ body })),
  });
  return (
    <>
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      <form {...form.props}>
        <ContactFields errors={form.errors} isOther={isOther} />
        <SubmitButton busy={form.busy} label={texts.save} busyLabel={texts.saving} />
      </form>
      {problem}
    </>
  );
}
