import { PasswordCreated, Registered } from '../../src/features/account/confirmations.tsx';
import { Confirmation } from '../../src/ui/confirmation.tsx';
import { Section, Specimens } from './section.tsx';

/** Pages that say one thing and lead on. */
export function Confirmations() {
  return (
    <Section
      id="confirmations"
      title="Confirmations"
      note="One picture, one sentence, what happens next, one way on."
    >
      <Specimens wide>
        <Registered />
        <PasswordCreated />
        <Confirmation title="Your documents are being checked" picture="waiting">
          <p>We write to you as soon as the college has looked at them.</p>
        </Confirmation>
        <Confirmation title="This page is not here" picture="lost">
          <p>Nothing stands at this address.</p>
          <a className="button primary" href="#confirmations">
            Go to Home
          </a>
        </Confirmation>
      </Specimens>
    </Section>
  );
}
