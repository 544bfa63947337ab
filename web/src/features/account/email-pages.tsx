import { emailForm } from '@one-planet/contract';
import { useLocation } from 'wouter';
import { accountDraftName } from '../../offline/drafts.ts';
import { useSite } from '../../site/client.ts';
import type { Message } from '../../site/messages.ts';
import { awaitResponse } from '../../site/responses.ts';
import { paths } from '../../site/routes.ts';
import { formTexts } from '../../texts/form-words.ts';
import { EmailField } from '../../ui/form/account-fields.tsx';
import { useMessageDialog } from '../../ui/form/dialog.tsx';
import { ErrorSummary, SubmitButton } from '../../ui/form/fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Heading } from '../../ui/heading.tsx';
import { recovery as texts } from './account-words.ts';

/** `/forgot_password` (specification/website §2, §4, §8). */
export function ForgotPassword() {
  const { api } = useSite();
  const [, navigate] = useLocation();
  return (
    <EmailPage
      texts={texts.forgot}
      send={async (email) => {
        const { status, message } = await awaitResponse(
          api.auth.forgotPassword({ body: { email } }),
        );
        if (status === 200) navigate(paths.resetConfirmation, { state: { email } });
        else if (status === 0) return { message: { text: formTexts.checkConnection } };
        else if (status !== 400) return { message: message ?? { text: formTexts.tryLater } };
        else {
          const closeNote = { text: texts.forgot.closeNote };
          const onClose = () => navigate(paths.resendEmail);
          return message
            ? { message, secondMessage: closeNote, onClose }
            : { message: closeNote, onClose };
        }
        return undefined;
      }}
    />
  );
}

/** `/resend_email`: sends the activation email again (specification/website §2, §8). */
export function ResendEmail() {
  const resend = useResendEmail();
  const [, navigate] = useLocation();
  return (
    <EmailPage
      texts={texts.resend}
      send={async (email) => {
        const message = await resend(email);
        if (message) return { message };
        navigate(paths.emailResent, { state: { email } });
        return undefined;
      }}
    />
  );
}

/** @returns a function that requests the activation email again, and returns a message for people if that failed */
export function useResendEmail(): (email: string) => Promise<Message | undefined> {
  const { api } = useSite();
  return async (email) => {
    const responsePromise = api.applicants.resendEmail({ params: { email }, body: { email } });
    const { status, message } = await awaitResponse(responsePromise);
    if (status === 0) return { text: formTexts.checkConnection };
    const isRefused = status === 'undeclared' || status >= 400;
    return isRefused ? (message ?? { text: formTexts.tryLater }) : undefined;
  };
}

/** The message to show after a failed request. */
interface Problem {
  message: Message;
  secondMessage?: Message;
  onClose?: () => void;
}

interface EmailPageProps {
  texts: { title: string; lead: string };
  /** Sends the email address. @returns the message to show if that failed */
  send: (email: string) => Promise<Problem | undefined>;
}

/** A page with one email field. */
function EmailPage({ texts: { title, lead }, send }: EmailPageProps) {
  const [dialog, showMessage] = useMessageDialog();
  const form = useForm({
    draftName: accountDraftName,
    rules: emailForm,
    onSubmit: async ({ email }) => {
      const sendProblem = await send(email);
      if (sendProblem) showMessage(sendProblem.message, sendProblem);
    },
  });
  return (
    <div className="page narrow">
      <Heading>{title}</Heading>
      <p className="lead">{lead}</p>
      <ErrorSummary errors={form.errors} refusalCount={form.refusalCount} />
      <form {...form.props}>
        <EmailField label={texts.email} error={form.errors.email} />
        <SubmitButton isBusy={form.busy} label={texts.send} busyLabel={texts.sending} />
      </form>
      {dialog}
    </div>
  );
}
