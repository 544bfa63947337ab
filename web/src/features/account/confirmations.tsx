import { useAtomValue } from 'jotai';
import { useState } from 'react';
/** The confirmation pages of accounts (website specification, section 2). */
import { Link, Redirect } from 'wouter';
import { accountDraftName, keepDraft, readDraft } from '../../offline/drafts.ts';
import { hydratedAtom } from '../../site/atoms.ts';
import { useNavigationState } from '../../site/navigation.ts';
import { paths } from '../../site/routes.ts';
import { fieldsOf, textOf } from '../../site/unchecked.ts';
import { frameTexts as frame } from '../../texts/frame-words.ts';
import { Confirmation, NextSteps, Text } from '../../ui/blocks.tsx';
import { Skeleton } from '../../ui/loading.tsx';
import { activation, recovery, register } from './account-words.ts';
import { useResend } from './email-pages.tsx';

/** `/registration-successful` */
export function Registered() {
  const { title, check, spam, resend, toLogin, next } = register.done;
  const isHere = useAtomValue(hydratedAtom);
  const email = isHere ? textOf(readDraft(accountDraftName).email) : '';
  return (
    <Confirmation title={title} picture="mail">
      <p>{check}</p>
      {email && <SentTo email={email} />}
      <p>{spam}</p>
      <p>{resend}</p>
      <NextSteps steps={next} />
      <Link className="button primary" to={paths.login}>
        {toLogin}
      </Link>
    </Confirmation>
  );
}

/** Where the link went, with the ways to have it sent again, or elsewhere. */
function SentTo({ email }: { email: string }) {
  const { sentTo, wrong, again, sendAgain, sending, sentAgain } = register.done;
  const resend = useResend();
  const { typed } = useNavigationState();
  const [said, setSaid] = useState('');
  const busy = said === sending;
  const send = async () => {
    if (busy) return;
    setSaid(sending);
    setSaid((await resend(email)) ?? sentAgain);
  };
  const restore = () => {
    const { email: _wrong, ...kept } = fieldsOf(typed);
    keepDraft(accountDraftName, Object.fromEntries(Object.entries(kept).filter(isTyped)));
  };
  return (
    <section className="panel">
      <p>
        <Text>{sentTo}</Text> <strong translate="no">{email}</strong>
      </p>
      <p className="actions">
        <button type="button" className="button" aria-disabled={busy} onClick={() => void send()}>
          {sendAgain}
        </button>
        <span>
          <Text>{wrong}</Text>{' '}
          <Link to={paths.register} onClick={restore}>
            {again}
          </Link>
        </span>
      </p>
      <p role="status">{said}</p>
    </section>
  );
}

function isTyped(entry: [string, unknown]): entry is [string, string | boolean] {
  return typeof entry[1] === 'string' || typeof entry[1] === 'boolean';
}

/** `/password-registration-success` */
export function PasswordCreated() {
  const { title, text, takeTest, next } = activation.created;
  return (
    <Confirmation title={title} picture="done">
      <p>{text}</p>
      <NextSteps steps={next} />
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
  /** The sentence before the email address, which the previous page passed on. */
  text: string;
  hint: string;
  next: readonly string[];
}

/** Without an address nothing was sent, so it leads back to the form. */
function EmailSent({ title, text, hint, next }: EmailSentProps) {
  const email = textOf(useNavigationState().email);
  if (!useAtomValue(hydratedAtom)) return <Skeleton isWholePage />;
  if (!email) return <Redirect to={paths.forgotPassword} replace />;
  return (
    <Confirmation title={title} picture="mail">
      <p>
        <Text>{text}</Text> <strong translate="no">{email}</strong>.
      </p>
      <p>{hint}</p>
      <NextSteps steps={next} />
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
