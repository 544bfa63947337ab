import { emailForm } from '@one-planet/contract';
import { useLocation } from 'wouter';
import { accountDraftName } from '../../offline/drafts.ts';
import { useSite } from '../../site/client.ts';
import { awaitResponse } from '../../site/responses.ts';
import { paths } from '../../site/routes.ts';
import { formTexts as shared } from '../../texts/form-words.ts';
import { useMessageDialog } from '../../ui/form/dialog.tsx';
import { EmailField, ErrorSummary, SubmitButton } from '../../ui/form/fields.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Heading } from '../../ui/heading.tsx';
import { recovery as texts } from './account-words.ts';

/** `/forgot_password` (website specification, sections 2, 4 and 8). */
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
        else if (status === 0) return { text: shared.checkConnection };
        else if (status !== 400) return { text: message || shared.tryLater };
        else {
          const [text = '', secondText = ''] = [message, texts.forgot.closeNote].filter(Boolean);
          return { text, secondText, onClose: () => navigate(paths.resendEmail) };
        }
        return undefined;
      }}
    />
  );
}

/** `/resend_email`: sends the activation email again (website specification, sections 2 and 8). */
export function ResendEmail() {
  const resend = useResend();
  const [, navigate] = useLocation();
  return (
    <EmailPage
      texts={texts.resend}
      send={async (email) => {
        const refused = await resend(email);
        if (refused !== undefined) return { text: refused };
        navigate(paths.emailResent, { state: { email } });
        return undefined;
      }}
    />
  );
}

/** @returns a function that has the activation email sent again, and returns what went wrong, if anything */
export function useResend(): (email: string) => Promise<string | undefined> {
  const { api } = useSite();
  return async (email) => {
    const call = api.applicants.resendEmail({ params: { email }, body: { email } });
    const { status, message } = await awaitResponse(call);
    if (status === 0) return shared.checkConnection;
    return status === 'undeclared' || status >= 400 ? message || shared.tryLater : undefined;
  };
}

interface Refused {
  text: string;
  secondText?: string;
  onClose?: () => void;
}

interface EmailPageProps {
  texts: { title: string; lead: string };
  /** Sends the address. @returns what went wrong, if anything */
  send: (email: string) => Promise<Refused | undefined>;
}

/** A page with one email field. */
function EmailPage({ texts: { title, lead }, send }: EmailPageProps) {
  const [dialog, showMessage] = useMessageDialog();
  const form = useForm({
    draft: accountDraftName,
    rules: emailForm,
    send: async ({ email }) => {
      const refused = await send(email);
      if (refused) showMessage(refused.text, refused);
    },
  });
  return (
    <div className="page narrow">
      <Heading>{title}</Heading>
      <p className="lead">{lead}</p>
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      <form {...form.props}>
        <EmailField label={texts.email} error={form.errors.email} />
        <SubmitButton busy={form.busy} label={texts.send} busyLabel={texts.sending} />
      </form>
      {dialog}
    </div>
  );
}
