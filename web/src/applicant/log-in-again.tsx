import { loginForm } from '@one-planet/contract';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { endSession, useSite } from '../site/client.ts';
import { logIn } from '../site/log-in.ts';
import { languageOf } from '../site/responses.ts';
import { paths } from '../site/routes.ts';
import { dialogTexts as own } from '../texts/applicant-words.ts';
import { loginTexts as texts } from '../texts/form-words.ts';
import { Text } from '../ui/blocks.tsx';
import { Dialog } from '../ui/form/dialog.tsx';
import { PasswordField, SubmitButton } from '../ui/form/fields.tsx';
import { useForm } from '../ui/form/use-form.ts';

interface LogInAgainProps {
  email: string;
  /** Why the applicant is asked to. */
  reason: string;
  onClose: () => void;
}

const rules = loginForm.pick({ password: true });

/** Logs in again in place: the page behind it keeps its input. */
export function LogInAgain({ email, reason, onClose }: LogInAgainProps) {
  const site = useSite();
  const [, navigate] = useLocation();
  const [refusal, setRefusal] = useState<{ message: string; hint?: string }>();
  const { again } = own;
  const form = useForm({
    rules,
    send: async ({ password }) => {
      setRefusal(undefined);
      const result = await logIn(site, { email, password }, { extendsSession: true });
      if (result.outcome === 'refused') setRefusal(result);
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
          {refusal && (
            <p className="error" role="alert">
              <span lang={languageOf(refusal.message)}>{refusal.message}</span>{' '}
              {refusal.hint && <Text>{refusal.hint}</Text>}
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
