import { activatesWithPassword } from '@one-planet/contract/wire';
import { useState } from 'react';
import { Redirect, useLocation } from 'wouter';
import { paths } from '../../routes.ts';
import { answerOf } from '../../site/answers.ts';
import { useHydrated } from '../../site/hydrated.ts';
import { useSite } from '../../site/site.ts';
import { Dialog } from '../../ui/form/dialog.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Skeleton } from '../../ui/skeleton.tsx';
import { texts as shared } from '../../words/forms.ts';
import { type ActivationFailure, type ActivationState, activationFailure } from './activation.ts';
import { texts } from './activation-words.ts';
import { NewPassword } from './new-password.tsx';

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
    rules: async () => (await import('@one-planet/contract')).passwordForm,
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
