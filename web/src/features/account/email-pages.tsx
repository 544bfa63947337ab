import { useLocation } from 'wouter';
import { paths } from '../../routes.ts';
import { answerOf } from '../../site/answers.ts';
import { useSite } from '../../site/site.ts';
import { ErrorSummary } from '../../ui/form/error-summary.tsx';
import { EmailField } from '../../ui/form/field.tsx';
import { useMessageDialog } from '../../ui/form/message-dialog.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Heading } from '../../ui/heading.tsx';
import { texts as shared } from '../../words/forms.ts';
import { recovery as texts } from './words.ts';

/** `/forgot_password` (website specification, sections 2, 4 and 8). */
export function ForgotPassword() {
  const { api } = useSite();
  const [, navigate] = useLocation();
  return (
    <EmailPage
      texts={texts.forgot}
      draft="forgot-password"
      send={async (email) => {
        const { status, message } = await answerOf(api.auth.forgotPassword({ body: { email } }));
        if (status === 200) navigate(paths.resetConfirmation, { state: { email } });
        else if (status === 0) return { text: shared.checkConnection };
        else if (status !== 400) return { text: message || shared.tryLater };
        else {
          const [text = '', more = ''] = [message, texts.forgot.closeNote].filter(Boolean);
          return { text, more, onClose: () => navigate(paths.resendEmail) };
        }
        return undefined;
      }}
    />
  );
}

/** `/resend_email`: sends the activation e-mail again (website specification, sections 2 and 8). */
export function ResendEmail() {
  const { api } = useSite();
  const [, navigate] = useLocation();
  return (
    <EmailPage
      texts={texts.resend}
      draft="resend-email"
      send={async (email) => {
        const call = api.applicants.resendEmail({ params: { email }, body: { email } });
        const { status, message } = await answerOf(call);
        if (status === 0) return { text: shared.checkConnection };
        if (status === 'undeclared' || status >= 400) return { text: message || shared.tryLater };
        navigate(paths.emailResent, { state: { email } });
        return undefined;
      }}
    />
  );
}

interface Refused {
  text: string;
  more?: string;
  onClose?: () => void;
}

interface EmailPageProps {
  texts: { title: string; lead: string };
  draft: string;
  /** Sends the address. @returns what went wrong, if anything */
  send: (email: string) => Promise<Refused | undefined>;
}

/** A page with one e-mail field. */
function EmailPage({ texts: { title, lead }, draft, send }: EmailPageProps) {
  const [dialog, tell] = useMessageDialog();
  const form = useForm({
    draft,
    rules: async () => (await import('@one-planet/contract')).emailForm,
    onUnreachable: () => tell(shared.checkConnection),
    send: async ({ email }) => {
      const refused = await send(email);
      if (refused) tell(refused.text, refused);
      else form.forget();
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
