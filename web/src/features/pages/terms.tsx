import { useContent } from '../../content/use-content.ts';
import { LegalPage } from './legal-page.tsx';
import { texts } from './terms-words.ts';

/** `/terms_and_conditions`: nine static sections (website specification, section 2). */
export function Terms() {
  return <LegalPage texts={texts} confirmed={useContent().confirmed?.terms} />;
}
