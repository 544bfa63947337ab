import { type MouseEvent, useEffect, useRef } from 'react';
import { texts } from '../../words/forms.ts';
import { inputId } from './field-frame.tsx';

interface ErrorSummaryProps {
  /** By field, in the order of the form. */
  errors: Readonly<Record<string, string>>;
  /** Changes with every refused send: the summary takes focus each time. */
  attempt: number;
}

/** What is wrong with a form, with a link to each field. */
export function ErrorSummary({ errors, attempt }: ErrorSummaryProps) {
  const box = useRef<HTMLElement>(null);
  useEffect(() => {
    if (attempt > 0) box.current?.focus();
  }, [attempt]);
  const problems = Object.entries(errors);
  if (problems.length === 0) return null;
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
              {message}
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
}
