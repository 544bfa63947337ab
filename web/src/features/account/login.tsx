import { loginForm } from '@one-planet/contract';
import { del, get, set } from 'idb-keyval';
import { useAtomValue } from 'jotai';
import { useEffect, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { accountDraftName, keepDraft } from '../../offline/drafts.ts';
import { hydratedAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import { logIn } from '../../site/log-in.ts';
import { paths } from '../../site/routes.ts';
import { textOf } from '../../site/unchecked.ts';
import { formTexts as shared, loginTexts as texts } from '../../texts/form-words.ts';
import { Text } from '../../ui/blocks.tsx';
import { useMessageDialog } from '../../ui/form/dialog.tsx';
import {
  Checkbox,
  EmailField,
  ErrorSummary,
  PasswordField,
  SubmitButton,
} from '../../ui/form/fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Heading } from '../../ui/heading.tsx';

/** `/login` (website specification, sections 2, 4, 5 and 8). */
export function Login() {
  const site = useSite();
  const [, navigate] = useLocation();
  const [dialog, showMessage] = useMessageDialog();
  const [leaving, setLeaving] = useState(false);
  const cameFromGuard = useAtomValue(hydratedAtom) && /[?&]redirectUrl=/.test(location.search);
  const remember = useRef<HTMLInputElement>(null);
  const form = useForm({
    draft: accountDraftName,
    rules: loginForm,
    send: async (credentials) => {
      void rememberEmail(remember.current?.checked ? credentials.email : '');
      const result = await logIn(site, credentials);
      if (result.outcome === 'refused') {
        showMessage(result.message, { title: shared.oops, secondText: result.hint ?? '' });
        return;
      }
      form.forget();
      // Once there is a session, the guard of this page opens the next one.
      if (result.outcome === 'portal') {
        setLeaving(true);
        location.assign(result.address);
        return;
      }
      // Should the session end, her address is there again.
      keepDraft(accountDraftName, { email: credentials.email });
      if (result.outcome === 'change-password') {
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

/**
 * "Remember me" remembers the email address and nothing else (decisions, section 3). Personal data never goes into
 * local storage, so it is in the database, and only while the box is ticked.
 */
const key = 'remembered';

/** @returns an empty string when there is none, or the browser forbids it */
async function rememberedEmail(): Promise<string> {
  try {
    return textOf(await get(key));
  } catch {
    return '';
  }
}

/** @param email empty: forget it */
async function rememberEmail(email: string): Promise<void> {
  try {
    await (email ? set(key, email) : del(key));
  } catch {
    // The browser forbids it.
  }
}
