/** The confirmation pages of accounts (website specification, section 2). */

import { useAtomValue } from 'jotai';
import { useState } from 'react';
import { Link, Redirect } from 'wouter';
import { accountDraftName, keepDraft, readDraft } from '../../offline/drafts.ts';
import { isHydratedAtom } from '../../site/atoms.ts';
import { useNavigationState } from '../../site/navigation.ts';
import { paths } from '../../site/routes.ts';
import { fieldsOf, textOf } from '../../site/unchecked.ts';
import { frameTexts } from '../../texts/frame-words.ts';
import { Confirmation, ProblemText, Text } from '../../ui/blocks.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { NextSteps } from '../../ui/next-steps.tsx';
import { activation, recovery, register } from './account-words.ts';
import { useResendEmail } from './email-pages.tsx';

/** `/registration-successful`: says that the activation email was sent, and where to. */
export function Registered() {
  const { title, check, spam, resend: resendText, toLogin, next } = register.done;
  const isHydrated = useAtomValue(isHydratedAtom);
  const email = isHydrated ? textOf(readDraft(accountDraftName).email) : '';
  return (
    <Confirmation title={title} pictureName="mail">
      <p>{check}</p>
      {email && <SentToAddress email={email} />}
      <p>{spam}</p>
      <p>{resendText}</p>
      <NextSteps steps={next} />
      <Link className="button primary" to={paths.login}>
        {toLogin}
      </Link>
    </Confirmation>
  );
}

/** The address that the link was sent to, with the ways to send it again, or to register with another address. */
function SentToAddress({ email }: { email: string }) {
  const { sentTo, wrong, again, sendAgain, sending, sentAgain } = register.done;
  const resend = useResendEmail();
  const { typed } = useNavigationState();
  const [statusText, setStatusText] = useState('');
  const isBusy = statusText === sending;
  const sendEmail = async () => {
    if (isBusy) return;
    setStatusText(sending);
    setStatusText((await resend(email))?.text ?? sentAgain);
  };
  /** Fills the registration form again with what was typed, except for the wrong address. */
  const restoreDraft = () => {
    const { email: _wrongEmail, ...otherEntries } = fieldsOf(typed);
    keepDraft(
      accountDraftName,
      Object.fromEntries(Object.entries(otherEntries).filter(isDraftEntry)),
    );
  };
  return (
    <section className="panel">
      <p>
        <Text>{sentTo}</Text> <strong translate="no">{email}</strong>
      </p>
      <p className="actions">
        <button
          type="button"
          className="button"
          aria-disabled={isBusy}
          onClick={() => void sendEmail()}
        >
          {sendAgain}
        </button>
        <span>
          <Text>{wrong}</Text>{' '}
          <Link to={paths.register} onClick={restoreDraft}>
            {again}
          </Link>
        </span>
      </p>
      <p role="status">
        <ProblemText text={statusText} />
      </p>
    </section>
  );
}

function isDraftEntry(entry: [string, unknown]): entry is [string, string | boolean] {
  return typeof entry[1] === 'string' || typeof entry[1] === 'boolean';
}

/** `/password-registration-success`: the account has its first password. */
export function PasswordCreated() {
  const { title, text, takeTest, next } = activation.created;
  return (
    <Confirmation title={title} pictureName="done">
      <p>{text}</p>
      <NextSteps steps={next} />
      <p className="actions">
        <Link className="button primary" to={paths.takeExam}>
          {takeTest}
        </Link>
        <Link className="button" to={paths.home}>
          {frameTexts.goHome}
        </Link>
      </p>
    </Confirmation>
  );
}

/** `/change-password-confirmation`: the password was changed. */
export function PasswordChanged() {
  return (
    <Confirmation title={recovery.changed.title} pictureName="done">
      <p>{recovery.changed.text}</p>
      <LoginLink />
    </Confirmation>
  );
}

/** `/reset_confirmation`: a temporary password was sent. */
export function ResetConfirmation() {
  return <EmailSent {...recovery.reset} />;
}

/** `/resend-email-confirmation`: the activation email was sent again. */
export function EmailResent() {
  return <EmailSent {...recovery.resent} />;
}

interface EmailSentProps {
  title: string;
  /** The sentence before the email address, which the previous page passed on. */
  text: string;
  hint: string;
  next: readonly string[];
}

/** Says that an email was sent. If the previous page passed on no address, none was, and this one redirects to the form. */
function EmailSent({ title, text, hint, next: nextSteps }: EmailSentProps) {
  const email = textOf(useNavigationState().email);
  if (!useAtomValue(isHydratedAtom)) return <Skeleton isWholePage />;
  if (!email) return <Redirect to={paths.forgotPassword} replace />;
  return (
    <Confirmation title={title} pictureName="mail">
      <p>
        <Text>{text}</Text> <strong translate="no">{email}</strong>.
      </p>
      <p>{hint}</p>
      <NextSteps steps={nextSteps} />
      <LoginLink />
    </Confirmation>
  );
}

function LoginLink() {
  return (
    <Link className="button primary" to={paths.login}>
      {recovery.toLogin}
    </Link>
  );
}
