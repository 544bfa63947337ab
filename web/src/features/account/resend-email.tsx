import { useLocation } from 'wouter';
import { paths } from '../../routes.ts';
import { answerOf } from '../../site/answers.ts';
import { useSite } from '../../site/site.ts';
import { texts as shared } from '../../words/forms.ts';
import { EmailPage } from './email-page.tsx';
import { recovery as texts } from './words.ts';

/** `/resend_email`: sends the activation e-mail again (website specification, sections 2 and 8). */
export function ResendEmail() {
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
        if (status === 'undeclared' || status >= 400)
          return { lines: [message || shared.tryLater] };
        navigate(paths.emailResent, { state: { email } });
        return undefined;
      }}
    />
  );
}
