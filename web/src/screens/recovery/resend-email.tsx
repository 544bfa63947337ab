import { useLocation } from 'wouter';
import { paths } from '../../paths.ts';
import { answerOf } from '../../state/answer.ts';
import { useSite } from '../../state/site.ts';
import { texts as shared } from '../../texts/dialog.ts';
import { texts } from '../../texts/recovery.ts';
import { EmailPage } from './email-page.tsx';

/** `/resend_email`: the activation e-mail once more (website specification, sections 2 and 8). */
export default function ResendEmail() {
  const { api } = useSite();
  const [, navigate] = useLocation();
  return (
    <EmailPage
      title={texts.resend.title}
      lead={texts.resend.lead}
      draft="resend-email"
      send={async (email) => {
        const call = api.applicants.resendEmail({ params: { email }, body: { email } });
        const { status, message } = await answerOf(call);
        if (status === 0) return { lines: [shared.checkConnection] };
        if (status >= 400) return { lines: [message || shared.tryLater] };
        navigate(paths.emailResent, { state: { email } });
        return undefined;
      }}
    />
  );
}
