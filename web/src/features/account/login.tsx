import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { paths } from '../../routes.ts';
import { useHydrated } from '../../site/hydrated.ts';
import { logIn } from '../../site/login/log-in.ts';
import { texts } from '../../site/login/words.ts';
import { useSite } from '../../site/site.ts';
import { Checkbox } from '../../ui/form/checkbox.tsx';
import { ErrorSummary } from '../../ui/form/error-summary.tsx';
import { EmailField } from '../../ui/form/field.tsx';
import { useMessageDialog } from '../../ui/form/message-dialog.tsx';
import { PasswordField } from '../../ui/form/password-field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Heading } from '../../ui/heading.tsx';
import { Text } from '../../ui/text.tsx';
import { texts as shared } from '../../words/forms.ts';
import { rememberEmail, rememberedEmail } from './remembered-email.ts';

/** `/login` (website specification, sections 2, 4, 5 and 8). */
export function Login() {
  const site = useSite();
  const [, navigate] = useLocation();
  const [dialog, tell] = useMessageDialog();
  const [leaving, setLeaving] = useState(false);
  const cameFromGuard = useHydrated() && /[?&]redirectUrl=/.test(location.search);
  const remember = useRef<HTMLInputElement>(null);
  const form = useForm({
    draft: 'login',
    rules: async () => (await import('@one-planet/contract')).loginForm,
    onUnreachable: () => tell(texts.exception, { title: shared.oops }),
    send: async (credentials) => {
      void rememberEmail(remember.current?.checked ? credentials.email : '');
      const result = await logIn(site, credentials);
      if (result.outcome === 'refused') {
        tell(result.message, { title: shared.oops });
        return;
      }
      form.forget();
      // Once there is a session, the guard of this page opens the next one.
      if (result.outcome === 'portal') {
        setLeaving(true);
        location.assign(result.address);
      } else if (result.outcome === 'change-password') {
        const { email, token } = result;
        navigate(paths.changePassword, { state: { email, token, shouldChangePassword: true } });
      }
    },
  });
  const box = form.props.ref;
  useEffect(() => {
    rememberedEmail().then((email) => {
      const input = box.current?.elements.namedItem('email');
      if (!email || !(input instanceof HTMLInputElement)) return;
      input.value ||= email;
      if (remember.current) remember.current.checked = true;
    });
  }, [box]);
  const { errors } = form;
  return (
    <div className="page narrow">
      <Heading>{texts.title}</Heading>
      <p className="lead" role="status">
        {leaving ? texts.leaving : cameFromGuard ? texts.needed : texts.lead}
      </p>
      <ErrorSummary errors={errors} attempt={form.attempt} />
      <form {...form.props}>
        <EmailField label={texts.email} autoComplete="username" error={errors.email} />
        <PasswordField
          name="password"
          label={texts.password}
          autoComplete="current-password"
          error={errors.password}
        />
        <Checkbox name="remember" ref={remember} label={texts.remember} hint={texts.rememberHint} />
        <SubmitButton busy={form.busy} label={texts.submit} busyLabel={texts.busy} />
      </form>
      <p className="actions">
        <Link className="button" to={paths.forgotPassword}>
          {texts.forgot}
        </Link>
        <Link className="button" to={paths.resendEmail}>
          {texts.resend}
        </Link>
      </p>
      <p>
        <Text>{texts.noAccount}</Text> <Link to={paths.register}>{texts.register}</Link>
      </p>
      {dialog}
    </div>
  );
}
