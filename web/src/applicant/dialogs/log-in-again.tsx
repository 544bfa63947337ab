import { useState } from 'react';
import { useLocation } from 'wouter';
import { paths } from '../../routes.ts';
import { logIn } from '../../site/login/log-in.ts';
import { texts } from '../../site/login/words.ts';
import { languageOf } from '../../site/message-language.ts';
import { endSession } from '../../site/session.ts';
import { useSite } from '../../site/site.ts';
import { Dialog } from '../../ui/form/dialog.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { texts as own } from './words.ts';

interface LogInAgainProps {
  email: string;
  /** Why the applicant is asked to. */
  reason: string;
  onClose: () => void;
}

/** Logs in again in place: the page behind it keeps its input. */
export default function LogInAgain({ email, reason, onClose }: LogInAgainProps) {
  const site = useSite();
  const [, navigate] = useLocation();
  const [problem, setProblem] = useState('');
  const { again } = own;
  const form = useForm({
    rules: async () => (await import('@one-planet/contract')).loginForm.pick({ password: true }),
    onUnreachable: () => setProblem(texts.exception),
    send: async ({ password }) => {
      setProblem('');
      const result = await logIn(site, { email, password }, { inPlace: true });
      if (result.outcome === 'refused') setProblem(result.message);
      else if (result.outcome === 'session') onClose();
      else if (result.outcome === 'portal') location.assign(result.address);
      else {
        const { token } = result;
        // The page of a new password is for visitors who are not logged in. What was typed stays.
        endSession(site);
        navigate(paths.changePassword, { state: { email, token, shouldChangePassword: true } });
      }
    },
  });
  return (
    <Dialog
      title={again.title}
      onClose={onClose}
      actions={
        <form {...form.props}>
          <input type="hidden" autoComplete="username" value={email} readOnly />
          <PasswordField
            name="password"
            label={texts.password}
            autoComplete="current-password"
            error={form.errors.password}
          />
          {problem && (
            <p className="error" role="alert" lang={languageOf(problem)}>
              {problem}
            </p>
          )}
          <SubmitButton busy={form.busy} label={again.submit} busyLabel={texts.busy} />
          <button type="button" className="link" onClick={onClose}>
            {again.later}
          </button>
        </form>
      }
    >
      <p>{reason}</p>
    </Dialog>
  );
}
