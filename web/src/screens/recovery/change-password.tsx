import { useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { Dialog } from '../../components/dialog.tsx';
import { NewPassword } from '../../components/new-password.tsx';
import { Skeleton } from '../../components/skeleton.tsx';
import { useForm } from '../../components/use-form.ts';
import { paths } from '../../paths.ts';
import { answerOf } from '../../state/answer.ts';
import { useHydrated } from '../../state/hydrated.ts';
import { useSite } from '../../state/site.ts';
import { texts as shared } from '../../texts/dialog.ts';
import { texts } from '../../texts/recovery.ts';

interface ChangeState {
  email: string;
  token: string;
  shouldChangePassword: boolean;
}

/** `/change-password`: only after a log-in with a temporary password, which leaves its state behind. */
export default function ChangePassword() {
  if (!useHydrated()) return <Skeleton page />;
  const state = history.state as ChangeState | null;
  if (!state?.shouldChangePassword) return <Redirect to={paths.login} replace />;
  return <ChangePasswordForm state={state} />;
}

function ChangePasswordForm({ state: { email, token } }: { state: ChangeState }) {
  const { api } = useSite();
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState('');
  const form = useForm({
    rules: async () => (await import('./rules.ts')).passwordForm,
    onUnreachable: () => setProblem(shared.checkConnection),
    onRefused: async ({ password, confirmPassword }) => {
      if (!password || !confirmPassword || password === confirmPassword) return;
      setProblem((await import('./rules.ts')).resetMismatch);
    },
    send: async ({ password }) => {
      const call = api.auth.changePassword({ body: { email, password }, token });
      const { status, message } = await answerOf(call);
      if (status === 0) setProblem(shared.checkConnection);
      else if (status >= 400) setProblem(message || shared.tryLater);
      else navigate(paths.passwordChanged, { state: { email }, replace: true });
    },
  });
  return (
    <>
      <NewPassword texts={texts.change} lead={texts.change.lead} email={email} form={form} />
      {problem && (
        <Dialog title={shared.error} onClose={() => setProblem('')}>
          <p>{problem}</p>
        </Dialog>
      )}
    </>
  );
}
