import { ErrorSummary } from '../../ui/form/error-summary.tsx';
import { EmailField } from '../../ui/form/field.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import type { useForm } from '../../ui/form/use-form.ts';
import { Heading } from '../../ui/heading.tsx';
import { recovery } from './words.ts';

interface NewPasswordProps {
  texts: {
    title: string;
    password: string;
    hint: string;
    confirm: string;
    save: string;
    saving: string;
  };
  lead: string;
  /** Tells password managers which account the new password belongs to. */
  email: string;
  /** The address is not known, and typed here. */
  asksEmail?: boolean;
  form: Pick<ReturnType<typeof useForm>, 'props' | 'errors' | 'attempt' | 'busy'>;
}

/** A new password, typed twice. */
export function NewPassword({ texts, lead, email, asksEmail, form }: NewPasswordProps) {
  const { errors } = form;
  return (
    <div className="page narrow">
      <Heading>{texts.title}</Heading>
      <p className="lead">{lead}</p>
      <ErrorSummary errors={errors} attempt={form.attempt} />
      <form {...form.props}>
        {asksEmail ? (
          <EmailField label={recovery.email} error={errors.email} />
        ) : (
          <input type="hidden" autoComplete="username" value={email} readOnly />
        )}
        <PasswordField
          name="password"
          label={texts.password}
          hint={texts.hint}
          autoComplete="new-password"
          error={errors.password}
        />
        <PasswordField
          name="confirmPassword"
          label={texts.confirm}
          autoComplete="new-password"
          error={errors.confirmPassword}
        />
        <SubmitButton busy={form.busy} label={texts.save} busyLabel={texts.saving} />
      </form>
    </div>
  );
}
