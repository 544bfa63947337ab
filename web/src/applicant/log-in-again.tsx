import { loginForm } from '@one-planet/contract';
import { useState } from 'react';
import { useLocation } from 'wouter';
import { endSession, useSite } from '../site/client.ts';
import { type LoginOutcome, logIn } from '../site/log-in.ts';
import { paths } from '../site/routes.ts';
import { dialogTexts } from '../texts/applicant-words.ts';
import { loginTexts as texts } from '../texts/login-words.ts';
import { ProblemText, Text } from '../ui/blocks.tsx';
import { PasswordField } from '../ui/form/account-fields.tsx';
import { Dialog } from '../ui/form/dialog.tsx';
import { SubmitButton } from '../ui/form/fields.tsx';
import { useForm } from '../ui/form/use-form.ts';

export interface LogInAgainProps {
  email: string;
  /** The sentence that says why the applicant has to log in again. */
  reasonText: string;
  onClose: () => void;
}

const passwordRules = loginForm.pick({ password: true });

/** The dialog in which an applicant logs in again without leaving the page, so that the page keeps its input. */
export function LogInAgain({ email, reasonText, onClose }: LogInAgainProps) {
  const site = useSite();
  const [, navigate] = useLocation();
  const [refusal, setRefusal] = useState<Extract<LoginOutcome, { outcome: 'refused' }>>();
  const { again: againTexts } = dialogTexts;
  const form = useForm({
    rules: passwordRules,
    onSubmit: async ({ password }) => {
      setRefusal(undefined);
      const loginOutcome = await logIn(site, { email, password }, { extendsSession: true });
      if (loginOutcome.outcome === 'refused') setRefusal(loginOutcome);
      else if (loginOutcome.outcome === 'session') onClose();
      else if (loginOutcome.outcome === 'portal') location.assign(loginOutcome.portalUrl);
      else {
        const { token } = loginOutcome;
        // Only visitors who are not logged in can open the page of a new password. Drafts stay.
        endSession(site);
        navigate(paths.changePassword, { state: { email, token, shouldChangePassword: true } });
      }
    },
  });
  return (
    <Dialog
      title={againTexts.title}
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
              <ProblemText
                text={refusal.message.text}
                lang={refusal.message.language}
                blamesConnection={refusal.blamesConnection}
              />{' '}
              {refusal.hint && <Text>{refusal.hint.text}</Text>}
            </p>
          )}
          <SubmitButton isBusy={form.busy} label={againTexts.submit} busyLabel={texts.busy} />
          <button type="button" className="link" onClick={onClose}>
            {againTexts.later}
          </button>
        </form>
      }
    >
      <p>{reasonText}</p>
    </Dialog>
  );
}
