/** The confirmation pages of accounts (specification/website §2). */

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
import { findInbox } from './inboxes.ts';

/** `/registration-successful`: says that the activation email was sent, and where to. */
export function Registered() {
  const { title, check, late, spam, resend: resendText, toLogin, next } = register.done;
  const isHydrated = useAtomValue(isHydratedAtom);
  const email = isHydrated ? textOf(readDraft(accountDraftName).email) : '';
  return (
    <Confirmation title={title} pictureName="mail">
      <p>{check}</p>
      {email && (
        <>
          <p>
            <Text>{register.done.sentTo}</Text> <strong translate="no">{email}</strong>
          </p>
          <p className="actions">
            <InboxLink email={email} />
          </p>
        </>
      )}
      <details>
        <summary>{late}</summary>
        <p>{spam}</p>
        {email && <SendAgain email={email} />}
        <p>
          <Text>{resendText}</Text> <Link to={paths.login}>{toLogin}</Link>
        </p>
      </details>
      <NextSteps steps={next} />
    </Confirmation>
  );
}

/** The ways to have the activation email sent again, or to register with another address. */
function SendAgain({ email }: { email: string }) {
  const { wrong, again, sendAgain, sending, sentAgain } = register.done;
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
    <>
      <p>
        <button
          type="button"
          className="button"
          aria-disabled={isBusy}
          onClick={() => void sendEmail()}
        >
          {sendAgain}
        </button>
      </p>
      <p role="status">
        <ProblemText text={statusText} />
      </p>
      <p>
        <Text>{wrong}</Text>{' '}
        <Link to={paths.register} onClick={restoreDraft}>
          {again}
        </Link>
      </p>
    </>
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
      <p className="actions">
        <Link className="button primary" to={paths.takeExam}>
          {takeTest}
        </Link>
        <Link className="button" to={paths.home}>
          {frameTexts.goHome}
        </Link>
      </p>
      <NextSteps steps={next} />
    </Confirmation>
  );
}

/** `/change-password-confirmation`: the password was changed. */
export function PasswordChanged() {
  return (
    <Confirmation title={recovery.changed.title} pictureName="done">
      <p>{recovery.changed.text}</p>
      <p className="actions">
        <LoginLink isMain />
      </p>
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
      <p className="actions">
        <InboxLink email={email} />
        <LoginLink isMain={!findInbox(email)} />
      </p>
      <p>{hint}</p>
      <NextSteps steps={nextSteps} />
    </Confirmation>
  );
}

/** The link to her inbox; nothing if her mail service is not known. */
function InboxLink({ email }: { email: string }) {
  const inbox = findInbox(email);
  return (
    inbox && (
      <a className="button primary" href={inbox.address} rel="noreferrer">
        {recovery.openInbox(inbox.service)}
      </a>
    )
  );
}

function LoginLink({ isMain }: { isMain: boolean }) {
  return (
    <Link className={isMain ? 'button primary' : 'button'} to={paths.login}>
      {recovery.toLogin}
    </Link>
  );
}
