import { Way } from '../../src/features/home/way.tsx';
import { steps } from '../../src/words/steps/steps.ts';
import { Section, Specimen, Specimens } from './section.tsx';

/** Things in their order. */
export function Steps() {
  return (
    <Section
      id="steps"
      title="Steps"
      note="Nine steps lead to the decision of the college; what the college does is in clay."
    >
      <Way />
      <Specimens>
        <Specimen name=".track: where an applicant stands">
          <Track here={5} />
        </Specimen>
        <Specimen name=".steps: what to do, in order">
          <ol className="steps">
            {steps.slice(0, 3).map(({ title }) => (
              <li key={title}>{title}</li>
            ))}
          </ol>
          <p className="result">You answered 17 of 20 questions correctly.</p>
          <p>
            <strong className="verdict">Passed</strong>{' '}
            <strong className="verdict fail">Not passed</strong>
          </p>
          <button type="button" className="code">
            BIO-2047-118
          </button>
        </Specimen>
      </Specimens>
    </Section>
  );
}

function Track({ here }: { here: number }) {
  return (
    <ol className="track">
      {steps.map(({ title }, at) => (
        <li
          key={title}
          data-done={at + 1 < here}
          aria-current={at + 1 === here ? 'step' : undefined}
        >
          {title} <small>{at + 1 < here ? 'Done' : at + 1 === here ? 'Your turn' : 'Later'}</small>
        </li>
      ))}
    </ol>
  );
}
