import { useContent } from '../../content/use-content.ts';
import { LegalPage } from './legal-page.tsx';
import { texts } from './privacy-words.ts';

/** `/privacy_policy`: what she agrees to on the registration form. */
export function Privacy() {
  return <LegalPage texts={texts} confirmed={useContent().confirmed?.privacy} />;
}
