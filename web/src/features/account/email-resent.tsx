import { texts } from './recovery-words.ts';
import { SentPage } from './sent-page.tsx';

/** `/resend-email-confirmation` */
export default function EmailResent() {
  return <SentPage {...texts.resent} />;
}
