import { activatesWithPassword } from '@one-planet/contract/wire';
import { Redirect, useLocation } from 'wouter';
import { paths } from '../../routes.ts';
import { answerOf } from '../../site/answers.ts';
import { useHydrated } from '../../site/hydrated.ts';
import { useNavigationState } from '../../site/navigation-state.ts';
import { useSite } from '../../site/site.ts';
import { textOf } from '../../site/unchecked.ts';
import { useMessageDialog } from '../../ui/form/message-dialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { texts as shared } from '../../words/forms.ts';
import { type ActivationFailure, activationFailure } from './activation.ts';
import { NewPassword } from './new-password.tsx';
import { activation as texts } from './words.ts';

/** `/applicant/password_confirmation`: sets the first password, with what activation passed on. */
export function CreatePassword() {
  const { status, email, token } = useNavigationState();
  if (!useHydrated()) return <Skeleton page />;
  // Specified with a capital letter.
  if (status !== 'NOT_ACTIVATED') return <Redirect to="/Login" replace />;
  return <CreatePasswordForm email={textOf(email)} token={textOf(token)} />;
}

function CreatePasswordForm({ email, token }: { email: string; token: string }) {
  const { api, dialect } = useSite();
  const [, navigate] = useLocation();
  const [dialog, tell] = useMessageDialog();
  const inOneCall = activatesWithPassword(dialect);
  const { alreadyCreated } = texts.setPassword;
  const fail = ({ message, leadsTo }: ActivationFailure) =>
    tell(message, leadsTo ? { onClose: () => navigate(leadsTo) } : {});
  // The server did not say whose account it is.
  const asksEmail = !email && !inOneCall;
  const form = useForm({
    rules: async () => {
      const { emailForm, passwordForm } = await import('@one-planet/contract');
      const known = passwordForm.transform((typed) => ({ ...typed, email }));
      return asksEmail ? emailForm.and(passwordForm) : known;
    },
    onUnreachable: () => tell(shared.checkConnection),
    send: async ({ password, email }) => {
      const params = { token };
      const body = { name: email, email, password };
      const answer = inOneCall
        ? await answerOf(api.applicants.activate({ params, body: { password } }))
        : await answerOf(api.applicants.createPassword({ params, body }));
      const { status, message } = answer;
      // A backend that says 201 has made the password all the same.
      const isCreated =
        status === 200 || status === 201 || ('code' in answer && answer.code === 201);
      if (isCreated) navigate(paths.passwordCreated, { replace: true });
      else if (status === 406) fail({ message: alreadyCreated, leadsTo: paths.login });
      else if (inOneCall) fail(activationFailure(answer));
      else if (status === 0) tell(shared.checkConnection);
      else tell(message || shared.tryLater);
    },
  });
  return (
    <>
      <NewPassword
        texts={texts.setPassword}
        lead={inOneCall ? texts.setPassword.chosen : texts.setPassword.verified}
        email={email}
        asksEmail={asksEmail}
        form={form}
      />
      {dialog}
    </>
  );
}
