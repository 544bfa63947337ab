import { type MouseEvent, useLayoutEffect, useRef, useState } from 'react';
import { texts } from '../../words/forms.ts';
import { Text } from '../text.tsx';
import { inputId } from './field-frame.tsx';

interface ErrorSummaryProps {
  /** By field, in the order of the form. */
  errors: Readonly<Record<string, string>>;
  /** Changes with every refused send: the summary takes focus each time. */
  attempt: number;
}

/**
 * What is wrong with a form, with a link to each field. What is mended leaves the list, and its place stays empty until
 * the form is sent again: nothing below moves while she types.
 */
export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLElement>(null);
  const [keepsPlace, setKeepsPlace] = useState(false);
  // Before it is painted: the place is as high as the list of this send.
  useLayoutEffect(() => {
    const { current } = box;
    if (attempt === 0 || !current) return;
    current.style.minHeight = '';
    current.style.minHeight = `${current.offsetHeight}px`;
    current.focus();
    setKeepsPlace(true);
    // Before React hears of it: a form may be refused before the event has gone all its way up.
    const release = () => setKeepsPlace(false);
    addEventListener('submit', release, true);
    return () => removeEventListener('submit', release, true);
  }, [attempt]);
  const problems = Object.entries(errors);
  if (problems.length === 0) {
    return keepsPlace ? <section className="error-summary mended" ref={box} /> : null;
  }
  const jump = (event: MouseEvent<HTMLAnchorElement>) => {
    event.preventDefault();
    document.getElementById(event.currentTarget.hash.slice(1))?.focus();
  };
  return (
    // No alert: it takes the focus, and would be read out twice.
    <section className="error-summary" ref={box} tabIndex={-1} aria-labelledby="problem">
      <h2 id="problem">{texts.summary}</h2>
      <ul>
        {problems.map(([name, message]) => (
          <li key={name}>
            <a href={`#${inputId(name)}`} onClick={jump}>
              <Text>{message}</Text>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
