import { useLocation } from 'wouter';
import { paths } from '../../routes.ts';
import { answerOf } from '../../site/answers.ts';
import { useSite } from '../../site/site.ts';
import { texts as shared } from '../../words/forms.ts';
import { EmailPage } from './email-page.tsx';
import { recovery as texts } from './words.ts';

/** `/forgot_password` (website specification, sections 2, 4 and 8). */
export function ForgotPassword() {
  const { api } = useSite();
  const [, navigate] = useLocation();
  return (
    <EmailPage
      title={texts.forgot.title}
      lead={texts.forgot.lead}
      draft="forgot-password"
      send={async (email) => {
        const { status, message } = await answerOf(api.auth.forgotPassword({ body: { email } }));
        if (status === 200) {
          navigate(paths.resetConfirmation, { state: { email } });
          return undefined;
        }
        if (status === 0) return { lines: [shared.checkConnection] };
        if (status !== 400) return { lines: [message || shared.tryLater] };
        return {
          lines: [message, texts.forgot.closeNote].filter(Boolean),
          onClose: () => navigate(paths.resendEmail),
        };
      }}
    />
  );
}
