import { useState } from 'react';
import { Dialog } from '../../ui/form/dialog.tsx';
import { ErrorSummary } from '../../ui/form/error-summary.tsx';
import { EmailField } from '../../ui/form/field.tsx';
import { SubmitButton } from '../../ui/form/submit-button.tsx';
import { useForm } from '../../ui/form/use-form.ts';
import { Heading } from '../../ui/heading.tsx';
import { texts as shared } from '../../words/forms.ts';
import { recovery as texts } from './words.ts';

export interface EmailProblem {
  lines: readonly string[];
  /** Called when the message is closed. */
  onClose?: () => void;
}

interface EmailPageProps {
  title: string;
  lead: string;
  draft: string;
  /** Sends the address. @returns what went wrong, if anything */
  send: (email: string) => Promise<EmailProblem | undefined>;
}

/** A page with one e-mail field: forgot password, and the activation e-mail sent again. */
export function EmailPage({ title, lead, draft, send }: EmailPageProps) {
  const [problem, setProblem] = useState<EmailProblem>();
  const form = useForm({
    draft,
    rules: async () => (await import('@one-planet/contract')).emailForm,
    onUnreachable: () => setProblem({ lines: [shared.checkConnection] }),
    send: async ({ email }) => {
      const refused = await send(email);
      if (refused) setProblem(refused);
      else form.forget();
    },
  });
  const close = () => {
    setProblem(undefined);
    problem?.onClose?.();
  };
  return (
    <div className="page narrow">
      <Heading>{title}</Heading>
      <p className="lead">{lead}</p>
      <ErrorSummary errors={form.errors} attempt={form.attempt} />
      <form {...form.props}>
        <EmailField label={texts.email} error={form.errors.email} />
        <SubmitButton busy={form.busy} label={texts.send} busyLabel={texts.sending} />
      </form>
      {problem && (
        <Dialog title={shared.error} onClose={close}>
          {problem.lines.map((line) => (
            <p key={line}>{line}</p>
          ))}
        </Dialog>
      )}
    </div>
  );
}
