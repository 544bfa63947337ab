import { Component, type ReactNode } from 'react';
import { fieldsOf, textOf } from '../site/unchecked.ts';
import { Heading } from '../ui/heading.tsx';
import { texts } from '../words/frame.ts';

interface State {
  error?: unknown;
}

/** Replaces a page that crashed with the error screen (website specification, section 2). */
export class CrashBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = {};

  static getDerivedStateFromError(error: unknown): State {
    return { error: error ?? new Error() };
  }

  override render() {
    const { error } = this.state;
    return error ? <Crash error={error} /> : this.props.children;
  }
}

/** @param error an error or a response; its status and message are shown */
function Crash({ error }: { error: unknown }) {
  const { status, statusText, message, stack } = fieldsOf(error);
  const { title, hint, reload, details } = texts.crash;
  return (
    <div className="page narrow">
      <Heading>{title}</Heading>
      <p role="alert">
        {[textOf(status), textOf(statusText) || textOf(message)].filter(Boolean).join(' ')}
      </p>
      <p>{hint}</p>
      <a className="button primary" href={location.href}>
        {reload}
      </a>
      {textOf(stack) && (
        <details>
          <summary>{details}</summary>
          <pre>{textOf(stack)}</pre>
        </details>
      )}
    </div>
  );
}
