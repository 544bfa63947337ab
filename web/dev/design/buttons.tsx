import { Section, Specimen, Specimens } from './section.tsx';

/** Every button, in each state. */
export function Buttons() {
  return (
    <Section
      id="buttons"
      title="Buttons"
      note="At most one accent button on a page. A disabled button stays in the tab order and says why when pressed."
    >
      <Specimens>
        {['', 'primary', 'accent'].map((kind) => (
          <Specimen key={kind} name={kind ? `.button .${kind}` : '.button'}>
            <p className="actions">
              <Button kind={kind} label="Apply now" />
              <Button kind={kind} label="Disabled" isOff />
            </p>
          </Specimen>
        ))}
        <Specimen name=".button .light, on dark grounds">
          <p className="actions dark-ground">
            <Button kind="light" label="See the programs" />
          </p>
        </Specimen>
        <Specimen name="busy: disabled, with another text">
          <p className="actions">
            <Button kind="primary" label="Sending…" isOff />
          </p>
        </Specimen>
        <Specimen name="pressed before the page was alive">
          <p className="actions">
            <button type="button" className="button primary" data-pressed="">
              Sign in
            </button>
          </p>
        </Specimen>
        <Specimen name=".link">
          <p className="actions">
            <button type="button" className="link">
              Cancel the upload
            </button>
          </p>
        </Specimen>
        <Specimen name="together, on a phone over each other">
          <p className="actions">
            <Button kind="primary" label="Take the test" />
            <Button kind="" label="Go to Home" />
          </p>
        </Specimen>
        <Specimen name="a long text in a narrow place">
          <p className="actions narrow-place">
            <Button kind="" label="Download the receipt of your registration" />
          </p>
        </Specimen>
      </Specimens>
    </Section>
  );
}

function Button({ kind, label, isOff }: { kind: string; label: string; isOff?: boolean }) {
  return (
    <button type="button" className={`button ${kind}`} aria-disabled={isOff}>
      {label}
    </button>
  );
}
