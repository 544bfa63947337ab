import { next as texts } from '../content/words.ts';

/** What happens next, in order, each with its time. */
export function WhatNext({ steps }: { steps: readonly string[] }) {
  return (
    <section className="next">
      <h2>{texts.title}</h2>
      <ol>
        {steps.map((step) => (
          <li key={step}>{step}</li>
        ))}
      </ol>
    </section>
  );
}
