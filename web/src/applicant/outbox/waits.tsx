import { useEffect, useRef, useState } from 'react';
import { Link } from 'wouter';
import { pageOf } from '../steps.ts';
import { rowOf, type Waiting } from '../waiting.ts';
import { nameOf } from './name-of.ts';
import { takeBack } from './take-back.ts';
import { texts } from './words.ts';

const goesOn: readonly Waiting['step'][] = [
  'applicants.saveBioData',
  'applicants.saveEducationData',
];

/** Stands in the place of a form that waits to be sent. */
export default function Waits({ item }: { item: Waiting }) {
  const { panel } = texts;
  const { refusal, step } = item;
  const isRefused = refusal !== undefined;
  // After the others comes what only the server can tell: a verdict, or the programs.
  const next = goesOn.includes(step) && !isRefused ? pageOf(rowOf(step).to) : undefined;
  const [isLate, setIsLate] = useState(false);
  const title = useRef<HTMLHeadingElement>(null);
  // The form that was sent is gone, and with it her place on the page.
  useEffect(() => title.current?.focus(), []);
  return (
    <section className="waits">
      <h2 ref={title} tabIndex={-1}>
        {isRefused ? texts.refused(nameOf(item), refusal) : panel.title}
      </h2>
      {!isRefused && <p>{item.isKept ? panel.text : panel.unkept}</p>}
      {Object.keys(item.files).length > 0 && <p>{panel.files}</p>}
      <p role="status">{isLate && texts.sending}</p>
      <p className="actions">
        {next && (
          <Link className="button primary" to={next}>
            {panel.goOn}
          </Link>
        )}
        <button
          type="button"
          className={isRefused ? 'button primary' : 'link'}
          onClick={async () => setIsLate(!(await takeBack(item)))}
        >
          {isRefused ? texts.openForm : texts.takeBack}
        </button>
      </p>
    </section>
  );
}
