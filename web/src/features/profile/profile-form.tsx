import { useLocation } from 'wouter';
import { paths } from '../../routes.ts';
import { ask } from '../../site/answers.ts';
import { dropAllDrafts, useOwnDraft } from '../../site/drafts.ts';
import { endSession, useSession } from '../../site/session.ts';
import { useSite } from '../../site/site.ts';
import { ErrorSummary } from '../../ui/form/error-summary.tsx';
import { Field } from '../../ui/form/field.tsx';
import { useMessageDialog } from '../../ui/form/message-dialog.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import type { Account } from './use-account.ts';
import { texts } from './words.ts';

const fields = [
  { name: 'firstName', autoComplete: 'given-name', describedBy: 'name-hint' },
  { name: 'middleName', autoComplete: 'additional-name', describedBy: 'name-hint' },
  { name: 'lastName', autoComplete: 'family-name', describedBy: 'name-hint' },
  { name: 'phoneNumber', autoComplete: 'tel', type: 'tel' },
] as const;

/** Names and phone (journey specification, sections 2, 5, 7 and 8). */
export function ProfileForm({ account: { id, names } }: { account: Account }) {
  const site = useSite();
  const email = useSession()?.email ?? '';
  const [, navigate] = useLocation();
  const [dialog, tell] = useMessageDialog();

  const leave = () => {
    // A test that is running is not lost by this: nobody asked whether it may be.
    dropAllDrafts();
    endSession(site);
    // Replaced: Back would lead to this page, which would ask for a login.
    navigate(paths.login, { replace: true });
  };
  const form = useForm({
    draft: useOwnDraft('profile'),
    rules: async () => {
      const { profileForm, toProfileUpdate } = await import('@one-planet/contract');
      return profileForm.transform((typed) => toProfileUpdate(typed, email));
    },
    onUnreachable: () => tell(texts.checkConnection),
    send: async (body) => {
      if (id === undefined) {
        tell(texts.noId);
        return;
      }
      const call = site.api.applicants.editProfile({ params: { applicantId: id }, body });
      const { status, message } = await ask(site, call);
      if (status === 200 || status === 201 || status === 202 || status === 204) {
        form.forget();
        tell(texts.updated, { title: texts.success, onClose: leave });
      } else if (status === 0) tell(texts.checkConnection);
      // After a 401 the session is over and the guard takes over.
      else if (status !== 401) tell(texts.checkInput, { more: message });
    },
  });
  return (
    <>
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      <form {...form.props}>
        <p className="hint" id="name-hint">
          {texts.nameHint}
        </p>
        {fields.map(({ name, ...field }) => (
          <Field
            key={name}
            name={name}
            label={texts[name]}
            defaultValue={names[name]}
            error={form.errors[name]}
            {...field}
          />
        ))}
        <SubmitButton
          busy={form.busy}
          label={texts.save}
          busyLabel={texts.saving}
          missing={id === undefined ? texts.noId : ''}
        />
      </form>
      {dialog}
    </>
  );
}
