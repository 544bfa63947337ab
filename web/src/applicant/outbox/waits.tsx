import { useEffect, useRef } from 'react';
import { Link } from 'wouter';
import { pageOf } from '../steps.ts';
import { rowOf, type Waiting } from '../waiting.ts';
import { takeBack } from './take-back.ts';
import { texts } from './words.ts';

const goesOn: readonly Waiting['step'][] = [
  'applicants.saveBioData',
  'applicants.saveEducationData',
];

/** Stands in the place of a form that waits to be sent. */
export default function Waits({ item }: { item: Waiting }) {
  const { panel } = texts;
  // After the others comes what only the server can tell: a verdict, or the programs.
  const next = goesOn.includes(item.step) ? pageOf(rowOf(item.step).to) : undefined;
  const title = useRef<HTMLHeadingElement>(null);
  // The form that was sent is gone, and with it her place on the page.
  useEffect(() => title.current?.focus(), []);
  return (
    <section className="waits">
      <h2 ref={title} tabIndex={-1}>
        {panel.title}
      </h2>
      <p>{item.isKept ? panel.text : panel.unkept}</p>
      {Object.keys(item.files).length > 0 && <p>{panel.files}</p>}
      <p className="actions">
        {next && (
          <Link className="button primary" to={next}>
            {panel.goOn}
          </Link>
        )}
        <button type="button" className="link" onClick={() => void takeBack(item)}>
          {texts.takeBack}
        </button>
      </p>
    </section>
  );
}
