import { emailForm, passwordForm, resetMismatchMessage } from '@one-planet/contract';
import { activatesWithPassword } from '@one-planet/contract/wire';
import { useAtomValue } from 'jotai';
import { Redirect, useLocation } from 'wouter';
import { accountDraftName, keepDraft, readDraft } from '../../offline/drafts.ts';
import { isHydratedAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import { logIn } from '../../site/log-in.ts';

import { type AnyResponse, awaitResponse } from '../../site/responses.ts';
import { paths } from '../../site/routes.ts';
import { textOf } from '../../site/unchecked.ts';
import { formTexts } from '../../texts/form-words.ts';
import { translateRuleMessage } from '../../texts/rule-message.ts';
import { EmailField, PasswordField } from '../../ui/form/account-fields.tsx';
import { useMessageDialog } from '../../ui/form/dialog.tsx';
import { ErrorSummary, SubmitButton } from '../../ui/form/fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Heading } from '../../ui/heading.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { recovery, activation as texts } from './account-words.ts';
import { type ActivationFailure, makeActivationFailure, sendWithToken } from './activate.tsx';
import { useSecretState } from './secret-state.ts';
import { SignInOptions } from './sign-in-options.tsx';

/** `/applicant/password_confirmation`: sets the first password, with the token that the activation page passed on. */
export function CreatePassword() {
  const { status, email, token } = useSecretState();
  if (!useAtomValue(isHydratedAtom)) return <Skeleton isWholePage />;
  // The specification has this path with a capital letter.
  if (status !== 'NOT_ACTIVATED') return <Redirect to="/Login" replace />;
  return <CreatePasswordForm email={textOf(email)} token={textOf(token)} />;
}

function CreatePasswordForm({ email, token }: { email: string; token: string }) {
  const site = useSite();
  const { api, dialect } = site;
  const [, navigate] = useLocation();
  const [dialog, showMessage] = useMessageDialog();
  const activationSetsPassword = activatesWithPassword(dialect);
  // A 400 means an unknown token only if the same request activates the account; otherwise it refuses the password.
  const unknownStatuses = activationSetsPassword ? [400, 404] : [404];
  const { alreadyCreated } = texts.setPassword;
  const showFailure = ({
    message,
    pathAfterClose,
    failureKind,
  }: Omit<ActivationFailure, 'token'>) =>
    showMessage(message, {
      ...(pathAfterClose && { onClose: () => navigate(pathAfterClose) }),
      actions: failureKind !== 'unsure' && <SignInOptions canSignIn={failureKind === 'used'} />,
    });
  /** Logs in with the typed password, which the account has if an earlier response was lost. @returns whether it worked */
  const tryLogIn = async (password: string, email: string) => {
    const loginEmail = email || textOf(readDraft(accountDraftName).email);
    const loginOutcome = loginEmail && (await logIn(site, { email: loginEmail, password }));
    return loginOutcome && loginOutcome.outcome === 'session';
  };
  // The response to the activation did not say which account it is.
  const asksEmail = !email && !activationSetsPassword;
  const form = useForm({
    rules: asksEmail
      ? emailForm.and(passwordForm)
      : passwordForm.transform((passwords) => ({ ...passwords, email })),
    onSubmit: async ({ password, email }) => {
      const body = { name: email, email, password };
      const [response, sentToken] = await sendWithToken<AnyResponse>(
        token,
        unknownStatuses,
        (token) =>
          activationSetsPassword
            ? api.applicants.activate({ params: { token }, body: { password } })
            : api.applicants.createPassword({ params: { token }, body }),
      );
      const { status, message } = response;
      // A 201 is not declared here, but the password was created.
      const isCreated =
        status === 200 ||
        status === 201 ||
        ('undeclaredStatus' in response && response.undeclaredStatus === 201);
      if (isCreated) {
        if (email) keepDraft(accountDraftName, { email });
        navigate(paths.passwordCreated, { replace: true });
        // After a login the guard of this page opens the next one.
      } else if ((status === 406 || status === 409) && (await tryLogIn(password, email))) return;
      else if (status === 406)
        showFailure({
          message: { text: alreadyCreated },
          pathAfterClose: paths.login,
          failureKind: 'used',
        });
      else if (activationSetsPassword) showFailure(makeActivationFailure(response, sentToken));
      else if (status === 0) showMessage(formTexts.checkConnection);
      else
        showMessage(
          message ?? formTexts.tryLater,
          status === 404 ? { actions: <SignInOptions /> } : {},
        );
    },
  });
  return (
    <>
      <NewPasswordPage
        texts={texts.setPassword}
        lead={activationSetsPassword ? texts.setPassword.chosen : texts.setPassword.verified}
        email={email}
        asksEmail={asksEmail}
        form={form}
      />
      {dialog}
    </>
  );
}

/** `/change-password`: shown only after a login with a temporary password. */
export function ChangePassword() {
  const { shouldChangePassword, email, token } = useSecretState();
  if (!useAtomValue(isHydratedAtom)) return <Skeleton isWholePage />;
  if (!shouldChangePassword) return <Redirect to={paths.login} replace />;
  return <ChangePasswordForm email={textOf(email)} token={textOf(token)} />;
}

function ChangePasswordForm({ email, token }: { email: string; token: string }) {
  const { api } = useSite();
  const [, navigate] = useLocation();
  const [dialog, showMessage] = useMessageDialog();
  const form = useForm({
    rules: passwordForm,
    onRefused: ({ password, confirmPassword }) => {
      if (!password || !confirmPassword || password === confirmPassword) return;
      showMessage(translateRuleMessage(resetMismatchMessage));
    },
    onSubmit: async ({ password }) => {
      const changePromise = api.auth.changePassword({ body: { email, password }, token });
      const { status, message } = await awaitResponse(changePromise);
      if (status === 0) showMessage(formTexts.checkConnection);
      else if (status === 'undeclared' || status >= 400) showMessage(message ?? formTexts.tryLater);
      else navigate(paths.passwordChanged, { state: { email }, replace: true });
    },
  });
  return (
    <>
      <NewPasswordPage
        texts={recovery.change}
        lead={recovery.change.lead}
        email={email}
        form={form}
      />
      {dialog}
    </>
  );
}

interface NewPasswordPageProps {
  texts: {
    title: string;
    password: string;
    hint: string;
    confirm: string;
    save: string;
    saving: string;
  };
  lead: string;
  /** For password managers: the account that the new password belongs to. */
  email: string;
  /** The email address is not known, so the form has a field for it. */
  asksEmail?: boolean;
  form: Pick<ReturnType<typeof useForm>, 'props' | 'errors' | 'refusalCount' | 'busy'>;
}

/** A page with a form for a new password, typed twice. */
function NewPasswordPage({ texts, lead, email, asksEmail, form }: NewPasswordPageProps) {
  const { errors } = form;
  return (
    <div className="page narrow">
      <Heading>{texts.title}</Heading>
      <p className="lead">{lead}</p>
      <ErrorSummary errors={errors} refusalCount={form.refusalCount} />
      <form {...form.props}>
        {asksEmail ? (
          <EmailField
            label={recovery.email}
            defaultValue={textOf(readDraft(accountDraftName).email)}
            error={errors.email}
          />
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
        <SubmitButton isBusy={form.busy} label={texts.save} busyLabel={texts.saving} />
      </form>
    </div>
  );
}
