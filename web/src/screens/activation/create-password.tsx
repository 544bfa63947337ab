import { activatesWithPassword } from '@one-planet/contract/wire';
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
import { texts } from '../../texts/activation.ts';
import { texts as shared } from '../../texts/dialog.ts';
import { type ActivationFailure, type ActivationState, activationFailure } from './activation.ts';

/** `/applicant/password_confirmation`: the first password, with what activation told in the navigation state. */
export default function CreatePassword() {
  if (!useHydrated()) return <Skeleton page />;
  const state = history.state as ActivationState | null;
  // The specification writes this redirect with a capital letter.
  if (state?.status !== 'NOT_ACTIVATED') return <Redirect to="/Login" replace />;
  return <CreatePasswordForm state={state} />;
}

function CreatePasswordForm({ state: { email = '', token } }: { state: ActivationState }) {
  const { api, dialect } = useSite();
  const [, navigate] = useLocation();
  const [failure, setFailure] = useState<ActivationFailure>();
  const inOneCall = activatesWithPassword(dialect);
  const form = useForm({
    rules: async () => (await import('./rules.ts')).passwordForm,
    onUnreachable: () => setFailure({ message: shared.checkConnection }),
    send: async ({ password }) => {
      const params = { token };
      const answer = await answerOf(
        inOneCall
          ? api.applicants.activate({ params, body: { password } })
          : api.applicants.createPassword({ params, body: { name: email, email, password } }),
      );
      const { status, message } = answer;
      if (status === 200 || status === 201) navigate(paths.passwordCreated, { replace: true });
      else if (status === 406)
        setFailure({ message: texts.setPassword.alreadyCreated, leadsTo: paths.login });
      else if (inOneCall) setFailure(activationFailure(answer));
      else if (status === 0) setFailure({ message: shared.checkConnection });
      else setFailure({ message: message || shared.tryLater });
    },
  });
  const close = () => (failure?.leadsTo ? navigate(failure.leadsTo) : setFailure(undefined));
  return (
    <>
      <NewPassword
        texts={texts.setPassword}
        lead={inOneCall ? texts.setPassword.chosen : texts.setPassword.verified}
        email={email}
        form={form}
      />
      {failure && (
        <Dialog title={shared.error} onClose={close}>
          <p>{failure.message}</p>
        </Dialog>
      )}
    </>
  );
}
