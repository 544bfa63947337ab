import { emailForm, passwordForm, resetMismatch } from '@one-planet/contract';
import { activatesWithPassword } from '@one-planet/contract/wire';
import { useAtomValue } from 'jotai';
import { Redirect, useLocation } from 'wouter';
import { accountDraftName, keepDraft, readDraft } from '../../offline/drafts.ts';
import { hydratedAtom } from '../../site/atoms.ts';
import { useSite } from '../../site/client.ts';
import { logIn } from '../../site/log-in.ts';
import { useNavigationState } from '../../site/navigation.ts';
import { type AnyResponse, awaitResponse } from '../../site/responses.ts';
import { paths } from '../../site/routes.ts';
import { textOf } from '../../site/unchecked.ts';
import { formTexts as shared } from '../../texts/form-words.ts';
import { ruleMessage } from '../../texts/rule-message.ts';
import { useMessageDialog } from '../../ui/form/dialog.tsx';
import { EmailField, ErrorSummary, PasswordField, SubmitButton } from '../../ui/form/fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Heading } from '../../ui/heading.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { recovery, activation as texts } from './account-words.ts';
import { type ActivationFailure, activationFailure, askWithToken } from './activate.tsx';
import { WaysOn } from './ways-on.tsx';

/** `/applicant/password_confirmation`: sets the first password, with what activation passed on. */
export function CreatePassword() {
  const { status, email, token } = useNavigationState();
  if (!useAtomValue(hydratedAtom)) return <Skeleton isWholePage />;
  // Specified with a capital letter.
  if (status !== 'NOT_ACTIVATED') return <Redirect to="/Login" replace />;
  return <CreatePasswordForm email={textOf(email)} token={textOf(token)} />;
}

function CreatePasswordForm({ email, token }: { email: string; token: string }) {
  const site = useSite();
  const { api, dialect } = site;
  const [, navigate] = useLocation();
  const [dialog, showMessage] = useMessageDialog();
  const inOneCall = activatesWithPassword(dialect);
  // Where the password is set by itself, a 400 is about what was typed.
  const unknownStatuses = inOneCall ? [400, 404] : [404];
  const { alreadyCreated } = texts.setPassword;
  const fail = ({ message, leadsTo, kind }: Omit<ActivationFailure, 'token'>) =>
    showMessage(message, {
      ...(leadsTo && { onClose: () => navigate(leadsTo) }),
      actions: kind !== 'unsure' && <WaysOn signIn={kind === 'used'} />,
    });
  /** Where a lost answer had set the password already, what she typed logs in. */
  const logInWith = async (password: string, email: string) => {
    const address = email || textOf(readDraft(accountDraftName).email);
    const result = address && (await logIn(site, { email: address, password }));
    return result && result.outcome === 'session';
  };
  // The server did not say whose account it is.
  const asksEmail = !email && !inOneCall;
  const form = useForm({
    rules: asksEmail
      ? emailForm.and(passwordForm)
      : passwordForm.transform((typed) => ({ ...typed, email })),
    send: async ({ password, email }) => {
      const body = { name: email, email, password };
      const [answer, sentToken] = await askWithToken<AnyResponse>(
        token,
        unknownStatuses,
        (token) =>
          inOneCall
            ? api.applicants.activate({ params: { token }, body: { password } })
            : api.applicants.createPassword({ params: { token }, body }),
      );
      const { status, message } = answer;
      // A backend that says 201 has made the password all the same.
      const isCreated =
        status === 200 ||
        status === 201 ||
        ('undeclaredStatus' in answer && answer.undeclaredStatus === 201);
      if (isCreated) {
        if (email) keepDraft(accountDraftName, { email });
        navigate(paths.passwordCreated, { replace: true });
        // The guard of this page opens the next one.
      } else if ((status === 406 || status === 409) && (await logInWith(password, email))) return;
      else if (status === 406)
        fail({ message: alreadyCreated, leadsTo: paths.login, kind: 'used' });
      else if (inOneCall) fail(activationFailure(answer, sentToken));
      else if (status === 0) showMessage(shared.checkConnection);
      else showMessage(message || shared.tryLater, status === 404 ? { actions: <WaysOn /> } : {});
    },
  });
  return (
    <>
      <NewPassword
        texts={texts.setPassword}
        lead={inOneCall ? texts.setPassword.chosen : texts.setPassword.verified}
        email={email}
        asksEmail={asksEmail}
        form={form}
      />
      {dialog}
    </>
  );
}

/** `/change-password`: only straight after a login with a temporary password. */
export function ChangePassword() {
  const { shouldChangePassword, email, token } = useNavigationState();
  if (!useAtomValue(hydratedAtom)) return <Skeleton isWholePage />;
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
      showMessage(ruleMessage(resetMismatch));
    },
    send: async ({ password }) => {
      const call = api.auth.changePassword({ body: { email, password }, token });
      const { status, message } = await awaitResponse(call);
      if (status === 0) showMessage(shared.checkConnection);
      else if (status === 'undeclared' || status >= 400) showMessage(message || shared.tryLater);
      else navigate(paths.passwordChanged, { state: { email }, replace: true });
    },
  });
  return (
    <>
      <NewPassword texts={recovery.change} lead={recovery.change.lead} email={email} form={form} />
      {dialog}
    </>
  );
}

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
  /** Shows password managers which account the new password belongs to. */
  email: string;
  /** The address is not known, and typed here. */
  asksEmail?: boolean;
  form: Pick<ReturnType<typeof useForm>, 'props' | 'errors' | 'attempt' | 'busy'>;
}

/** A new password, typed twice. */
function NewPassword({ texts, lead, email, asksEmail, form }: NewPasswordProps) {
  const { errors } = form;
  return (
    <div className="page narrow">
      <Heading>{texts.title}</Heading>
      <p className="lead">{lead}</p>
      <ErrorSummary errors={errors} attempt={form.attempt} />
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
        <SubmitButton busy={form.busy} label={texts.save} busyLabel={texts.saving} />
      </form>
    </div>
  );
}
