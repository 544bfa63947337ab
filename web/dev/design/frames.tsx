import { Footer } from '../../src/frame/footer.tsx';
import { Header } from '../../src/frame/header.tsx';
import { Section } from './section.tsx';

/** What is around every page. */
export function Frames() {
  return (
    <Section
      id="frame"
      title="Frame"
      note="Below 1200 px the menu is behind a button. The woven border is the hem of a cotton dress."
    >
      <div className="header-frame">
        <Header applyNow />
      </div>
      <Footer />
    </Section>
  );
}
