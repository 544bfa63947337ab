import { Redirect, useLocation } from 'wouter';
import { ruleMessage } from '../../language/rule-message.ts';
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
import { NewPassword } from './new-password.tsx';
import { recovery as texts } from './words.ts';

/** `/change-password`: only straight after a login with a temporary password. */
export function ChangePassword() {
  const { shouldChangePassword, email, token } = useNavigationState();
  if (!useHydrated()) return <Skeleton page />;
  if (!shouldChangePassword) return <Redirect to={paths.login} replace />;
  return <ChangePasswordForm email={textOf(email)} token={textOf(token)} />;
}

function ChangePasswordForm({ email, token }: { email: string; token: string }) {
  const { api } = useSite();
  const [, navigate] = useLocation();
  const [dialog, tell] = useMessageDialog();
  const form = useForm({
    rules: async () => (await import('@one-planet/contract')).passwordForm,
    onUnreachable: () => tell(shared.checkConnection),
    onRefused: async ({ password, confirmPassword }) => {
      if (!password || !confirmPassword || password === confirmPassword) return;
      tell(ruleMessage((await import('@one-planet/contract')).resetMismatch));
    },
    send: async ({ password }) => {
      const call = api.auth.changePassword({ body: { email, password }, token });
      const { status, message } = await answerOf(call);
      if (status === 0) tell(shared.checkConnection);
      else if (status === 'undeclared' || status >= 400) tell(message || shared.tryLater);
      else navigate(paths.passwordChanged, { state: { email }, replace: true });
    },
  });
  return (
    <>
      <NewPassword texts={texts.change} lead={texts.change.lead} email={email} form={form} />
      {dialog}
    </>
  );
}
