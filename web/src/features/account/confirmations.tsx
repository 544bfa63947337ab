/** The confirmation pages of accounts (website specification, section 2). */
import { Link, Redirect } from 'wouter';
import { paths } from '../../routes.ts';
import { useHydrated } from '../../site/hydrated.ts';
import { useNavigationState } from '../../site/navigation-state.ts';
import { textOf } from '../../site/unchecked.ts';
import { Confirmation } from '../../ui/confirmation.tsx';
import { Skeleton } from '../../ui/skeleton.tsx';
import { Text } from '../../ui/text.tsx';
import { WhatNext } from '../../ui/what-next.tsx';
import { texts as frame } from '../../words/frame.ts';
import { activation, recovery, register } from './words.ts';

/** `/registration-successful` */
export function Registered() {
  const { title, check, spam, resend, toLogin, next } = register.done;
  return (
    <Confirmation title={title} picture="mail">
      <p>{check}</p>
      <p>{spam}</p>
      <p>{resend}</p>
      <WhatNext steps={next} />
      <Link className="button primary" to={paths.login}>
        {toLogin}
      </Link>
    </Confirmation>
  );
}

/** `/password-registration-success` */
export function PasswordCreated() {
  const { title, text, takeTest, next } = activation.created;
  return (
    <Confirmation title={title} picture="done">
      <p>{text}</p>
      <WhatNext steps={next} />
      <p className="actions">
        <Link className="button primary" to={paths.takeExam}>
          {takeTest}
        </Link>
        <Link className="button" to={paths.home}>
          {frame.goHome}
        </Link>
      </p>
    </Confirmation>
  );
}

/** `/change-password-confirmation` */
export function PasswordChanged() {
  return (
    <Confirmation title={recovery.changed.title} picture="done">
      <p>{recovery.changed.text}</p>
      <ToLogin />
    </Confirmation>
  );
}

/** `/reset_confirmation` */
export function ResetConfirmation() {
  return <EmailSent {...recovery.reset} />;
}

/** `/resend-email-confirmation` */
export function EmailResent() {
  return <EmailSent {...recovery.resent} />;
}

interface EmailSentProps {
  title: string;
  /** The sentence before the e-mail address, which the previous page passed on. */
  text: string;
  hint: string;
  next: readonly string[];
}

/** Without an address nothing was sent, so it leads back to the form. */
function EmailSent({ title, text, hint, next }: EmailSentProps) {
  const email = textOf(useNavigationState().email);
  if (!useHydrated()) return <Skeleton page />;
  if (!email) return <Redirect to={paths.forgotPassword} replace />;
  return (
    <Confirmation title={title} picture="mail">
      <p>
        <Text>{text}</Text> <strong translate="no">{email}</strong>.
      </p>
      <p>{hint}</p>
      <WhatNext steps={next} />
      <ToLogin />
    </Confirmation>
  );
}

function ToLogin() {
  return (
    <Link className="button primary" to={paths.login}>
      {recovery.toLogin}
    </Link>
  );
}
