import { nextTexts } from '../site/content-words.ts';

/** A list of the steps that follow, in order. */
export function NextSteps({ steps }: { steps: readonly string[] }) {
  return (
    <section className="next">
      <h2>{nextTexts.title}</h2>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}
