import { texts } from './recovery-words.ts';
import { SentPage } from './sent-page.tsx';

/** `/reset_confirmation` */
export default function ResetConfirmation() {
  return <SentPage {...texts.reset} />;
}
