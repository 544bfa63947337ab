import { Band } from '../../src/features/home/band.tsx';
import { ClosingCall } from '../../src/features/home/closing-call.tsx';
import { Hero } from '../../src/features/home/hero.tsx';
import { Why } from '../../src/features/home/why.tsx';
import { Section } from './section.tsx';

/** Sections from one edge of the screen to the other. */
export function Grounds() {
  return (
    <Section
      id="grounds"
      title="Grounds"
      note="Pine for what has to be seen first and last, sand for what stands apart."
    >
      <Hero />
      <Why />
      <Band />
      <ClosingCall />
    </Section>
  );
}
