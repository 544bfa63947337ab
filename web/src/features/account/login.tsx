import { loginForm } from '@one-planet/contract';
import { del, get, set } from 'idb-keyval';
import { useAtomValue } from 'jotai';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { Link, useLocation } from 'wouter';
import { accountDraftName, keepDraft } from '../../offline/drafts.ts';
import { isHydratedAtom, noticeAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import { logIn } from '../../site/log-in.ts';
import { paths } from '../../site/routes.ts';
import { textOf } from '../../site/unchecked.ts';
import { formTexts } from '../../texts/form-words.ts';
import { loginTexts as texts } from '../../texts/login-words.ts';
import { Text } from '../../ui/blocks.tsx';
import { EmailField, PasswordField } from '../../ui/form/account-fields.tsx';
import { useMessageDialog } from '../../ui/form/dialog.tsx';
import { Checkbox, ErrorSummary, SubmitButton } from '../../ui/form/fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Heading } from '../../ui/heading.tsx';

/** `/login` (specification/website §2, §4, §5, §8). */
export function Login() {
  const site = useSite();
  const [, navigate] = useLocation();
  const [dialog, showMessage] = useMessageDialog();
  const [isLeaving, setIsLeaving] = useState(false);
  const cameFromGuard = useAtomValue(isHydratedAtom) && /[?&]redirectUrl=/.test(location.search);
  // A notice above the page says why already, e.g. that the session has ended.
  const hasReason = useAtomValue(noticeAtom)?.logInPath !== undefined;
  const rememberRef = useRef<HTMLInputElement>(null);
  const form = useForm({
    draftName: accountDraftName,
    rules: loginForm,
    onSubmit: async (credentials) => {
      void storeRememberedEmail(rememberRef.current?.checked ? credentials.email : '');
      const loginOutcome = await logIn(site, credentials);
      if (loginOutcome.outcome === 'refused') {
        const { message, hint: secondMessage, blamesConnection = false } = loginOutcome;
        showMessage(message, { title: formTexts.oops, secondMessage, blamesConnection });
        return;
      }
      form.forget();
      // Nothing to do after the outcome `session`: the guard of this page sees the session and opens the next page.
      if (loginOutcome.outcome === 'portal') {
        setIsLeaving(true);
        location.assign(loginOutcome.portalUrl);
        return;
      }
      // The address is filled in again when the session has ended.
      keepDraft(accountDraftName, { email: credentials.email });
      if (loginOutcome.outcome === 'change-password') {
        const { email, token } = loginOutcome;
        navigate(paths.changePassword, { state: { email, token, shouldChangePassword: true } });
      }
    },
  });
  const fillRememberedEmail = useEffectEvent(async () => {
    const email = await readRememberedEmail();
    const emailInput = form.props.ref.current?.elements.namedItem('email');
    if (!email || !(emailInput instanceof HTMLInputElement)) return;
    emailInput.value ||= email;
    if (rememberRef.current) rememberRef.current.checked = true;
  });
  useEffect(() => void fillRememberedEmail(), []);
  const { errors } = form;
  return (
    <div className="page narrow">
      <Heading>{texts.title}</Heading>
      <p className="lead" role="status">
        {isLeaving ? texts.leaving : cameFromGuard && !hasReason ? texts.needed : texts.lead}
      </p>
      <ErrorSummary errors={errors} refusalCount={form.refusalCount} />
      <form {...form.props}>
        <EmailField label={texts.email} autoComplete="username" error={errors.email} />
        <PasswordField
          name="password"
          label={texts.password}
          autoComplete="current-password"
          error={errors.password}
        />
        <Checkbox
          name="remember"
          ref={rememberRef}
          label={texts.remember}
          hint={texts.rememberHint}
        />
        <SubmitButton isBusy={form.busy} label={texts.submit} busyLabel={texts.busy} />
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
 * The key in IndexedDB of the email address, which is all that "Remember me" stores (specification/decisions §3).
 * Personal data never goes into local storage.
 */
const rememberedEmailKey = 'remembered';

/** @returns an empty text if no address is stored, or the browser forbids IndexedDB */
async function readRememberedEmail(): Promise<string> {
  try {
    return textOf(await get(rememberedEmailKey));
  } catch {
    return '';
  }
}

/** @param email empty to delete the stored one */
async function storeRememberedEmail(email: string): Promise<void> {
  try {
    await (email ? set(rememberedEmailKey, email) : del(rememberedEmailKey));
  } catch {
    // The browser forbids IndexedDB; the login goes on without it.
  }
}
