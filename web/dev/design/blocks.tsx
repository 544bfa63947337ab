import { questions } from '../../src/content/words.ts';
import { Partners } from '../../src/features/home/supplied.tsx';
import { texts } from '../../src/features/home/words.ts';
import { Questions } from '../../src/ui/questions.tsx';
import { Section } from './section.tsx';

const learn = ['keep the books of a business by IFRS', 'plan its cash and its taxes'];

/** What stands in the flow of a page. */
export function Blocks() {
  return (
    <Section id="blocks" title="Blocks" note="What stands in the flow of a page, without a box.">
      <div className="page">
        <ul className="features">
          {texts.features.map(({ icon, title, text }) => (
            <li key={icon}>
              <span className={`badge icon ${icon}`} />
              <h3>{title}</h3>
              <p>{text}</p>
            </li>
          ))}
        </ul>
      </div>
      <div className="page">
        <ul className="ticks">
          {learn.map((item) => (
            <li key={item}>{item}</li>
          ))}
        </ul>
        <p className="amount">ETB 12,000 a semester</p>
      </div>
      <div className="page">
        <Questions questions={questions.usual.slice(0, 3)} />
      </div>
      <Partners />
    </Section>
  );
}
